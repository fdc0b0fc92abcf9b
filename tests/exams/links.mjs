// Run by test_lab_links.py: reads links as JSON, and writes the states that the lab starts with.
import { readFileSync } from "node:fs";

const web = new URL("../../src/rosenblatt/lab/web/", import.meta.url);
const { decodeState } = await import(new URL("core/link.js", web));

const links = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(links.map((link) => decodeState(link.slice(link.indexOf("#"))))));
