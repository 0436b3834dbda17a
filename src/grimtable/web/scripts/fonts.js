// Cuts the Japanese fonts down to the characters that the catalogues and the client use.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import subset from "subset-font";

const FONTS = {
  "noto-sans-jp-400": "@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-400-normal.woff2",
  "noto-sans-jp-600": "@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-600-normal.woff2",
  "shippori-mincho-700": "@fontsource/shippori-mincho/files/shippori-mincho-japanese-700-normal.woff2",
};
const KANA = [0x3000, 0x3040, 0x30a0, 0xff00].flatMap((start) => Array.from({ length: 0x60 }, (_, n) => String.fromCodePoint(start + n)));

function japanese(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => /(^|\/)(ja\.(toml|json)|tutorial\/\w+\.ts)$/.test(path) && !path.includes("node_modules"))
    .map((path) => readFileSync(join(folder, path), "utf8"));
}

const text = [...new Set([...KANA, ...japanese("..").join("")])].filter((sign) => sign.codePointAt(0) >= 0x2000).sort().join("");
const version = createHash("sha256").update(text).update(readFileSync("package-lock.json")).digest("hex");
mkdirSync("src/generated", { recursive: true });
const mark = "src/generated/fonts.txt";
if (!existsSync(mark) || readFileSync(mark, "utf8") !== version) {
  for (const [name, path] of Object.entries(FONTS)) {
    writeFileSync(`src/generated/${name}.woff2`, await subset(readFileSync(join("node_modules", path)), text, { targetFormat: "woff2" }));
  }
  writeFileSync(mark, version);
}
