// Run by test_lab_link.py: reads states as JSON, and writes their links and the links read back.
import { readFileSync } from "node:fs";

const web = new URL("../../src/rosenblatt/lab/web/", import.meta.url);
const { checkedState } = await import(new URL("core/state.js", web));
const { decodeState, encodeState } = await import(new URL("core/link.js", web));

const { states, links, numbers } = JSON.parse(readFileSync(0, "utf8"));
const encoded = states.map((raw) => encodeState(checkedState(raw).state));
const decoded = links.map((link) => decodeState(link.slice(link.indexOf("#"))));
process.stdout.write(JSON.stringify({ encoded, decoded, numbers: numbers.map(String) }));
