// Answers of a class as codes of seven characters, to be sent in a chat or read aloud.
//
// Four characters are the answer, three check it: a Reed-Solomon code over the field of 32 elements, in which two codes
// of one question differ in at least four characters. So up to three wrong characters, or two that changed places, are
// always refused. All seven are masked by numbers that depend on the question: a code tells nothing to a neighbour who
// reads it, and a code of another question passes once in 32,768 cases.

import { questionSeed } from "./class_questions.js";
import { orderOf } from "./engine.js";

const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // Crockford's: none looks like another
const ANSWER_SIGNS = 4;
const CODE_SIGNS = 7;
const GENERATOR = [7, 14, 8]; // (x + 1)(x + 2)(x + 4) = x³ + 7x² + 14x + 8 in the field

/** The product in the field: of polynomials over bits, modulo x⁵ + x² + 1. */
function fieldProduct(a, b) {
  let product = 0;
  for (let bit = 4; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product & 16 ? 37 : 0) ^ ((b >> bit) & 1 ? a : 0);
  }
  return product;
}

/** The three digits that follow an answer. */
function checksOf(digits) {
  let rest = [0, 0, 0];
  for (const digit of digits) {
    const first = digit ^ rest[0];
    rest = GENERATOR.map((factor, i) => (rest[i + 1] ?? 0) ^ fieldProduct(first, factor));
  }
  return rest;
}

function masksOf(question) {
  const seed = questionSeed(question);
  return Array.from({ length: CODE_SIGNS }, (_, i) => orderOf(32, seed, i)[0]);
}

/** An answer from 0 to 2²⁰ − 1 as a code. question: the state that asks it. */
export function codeOf(question, answer) {
  const digits = Array.from({ length: ANSWER_SIGNS }, (_, i) => (answer >> (5 * (ANSWER_SIGNS - 1 - i))) & 31);
  const masks = masksOf(question);
  const text = [...digits, ...checksOf(digits)].map((digit, i) => SIGNS[digit ^ masks[i]]).join("");
  return `${text.slice(0, 3)}-${text.slice(3)}`;
}

/** The answer of a code that is written in any usual way; null where it is no code of this question. */
export function answerOf(question, text, masks = masksOf(question)) {
  const plain = text.toUpperCase().replace(/[-\s]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  const digits = [...plain].map((sign, i) => SIGNS.indexOf(sign) ^ masks[i]);
  if (plain.length !== CODE_SIGNS || digits.some((digit) => !(digit >= 0))) return null;
  const answer = digits.slice(0, ANSWER_SIGNS);
  if (checksOf(answer).some((check, i) => check !== digits[ANSWER_SIGNS + i])) return null;
  return answer.reduce((sum, digit) => 32 * sum + digit, 0);
}

// --- Codes in pasted text ---

const DASHES = /[\u2010-\u2015\u2212]/g; // chats change hyphens
const MIXED = "(?=\\w*\\d)(?=\\w*[a-z])"; // a digit and a letter, as most codes have and few other words
const LIKE_A_WORD = /^(?=.*\d)(?=.*[a-z])[\w-]{5,9}$/i;
const LIKE_A_CODE = /^[0-9A-Z]{3}-[0-9A-Z]{4}$/;
const LIKE_TWO_WORDS = new RegExp(`^(${MIXED}\\w{3}-\\w{4}|\\w{3}-${MIXED}\\w{4})$`, "i");

/**
 * {answers, unread} of text with codes between other words: an answer for each code of this question, and what looks as
 * if it was one: an entry of one or two words, words with digits and letters, or words written as codes are.
 */
export function readCodes(question, text) {
  const masks = masksOf(question);
  const [answers, unread] = [[], []];
  for (const entry of text.replace(DASHES, "-").split(/[\n,;|]+/)) {
    const words = entry.match(/[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*/gu) ?? [];
    const [found, like] = [answers.length, []];
    for (let i = 0; i < words.length; i += 1) {
      const count = wordsOfCode(words.slice(i, i + CODE_SIGNS));
      const answer = count ? answerOf(question, words.slice(i, i + count).join(""), masks) : null;
      const pair = words.slice(i, i + 2).join("-");
      if (answer !== null) {
        answers.push(answer);
        i += count - 1;
      } else if (LIKE_TWO_WORDS.test(pair) && !words[i].includes("-")) {
        like.push(pair);
        i += 1;
      } else if (LIKE_A_WORD.test(words[i]) || LIKE_A_CODE.test(words[i])) like.push(words[i]);
    }
    const short = words.length > 0 && words.length < 3 && answers.length === found;
    unread.push(...(short ? [entry.trim()] : like));
  }
  return { answers, unread };
}

/** How many words make seven characters together, as in "K7F 3QXA"; 0 where none do. */
function wordsOfCode(words) {
  let length = 0;
  return words.findIndex((word) => (length += word.replaceAll("-", "").length) === CODE_SIGNS) + 1;
}
