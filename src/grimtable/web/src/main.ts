import { mount } from "svelte";
import App from "./App.svelte";
import { SPRITE } from "./generated/icons";
import { PATTERNS } from "./lib/sides";
import "./styles/tokens.css";
import "./styles/parts.css";
import "./styles/app.css";

const sprite = document.createElementNS("http://www.w3.org/2000/svg", "svg");
sprite.setAttribute("class", "sprite");
sprite.setAttribute("aria-hidden", "true");
sprite.innerHTML = `<defs>${SPRITE}${PATTERNS}</defs>`;
document.body.prepend(sprite);

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
mount(App, { target });
