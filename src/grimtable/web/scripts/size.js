// What a first visit to the home page loads: script and style that index.html names, gzipped. Fails above the limit.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const LIMIT = 250_000;
const page = readFileSync("dist/index.html", "utf8");
const files = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]);
const total = files.reduce((sum, file) => sum + gzipSync(readFileSync(join("dist", file))).length, 0);
console.log(`first load: ${files.length} files, ${(total / 1000).toFixed(1)} kB gzipped (limit ${LIMIT / 1000} kB)`);
if (total > LIMIT) process.exit(1);
