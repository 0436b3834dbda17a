import { mount } from "svelte";
import App from "./App.svelte";
import { SPRITE } from "./generated/icons";
import { PATTERNS } from "./lib/sides";
import { addSymbols } from "./lib/sprite";
import "./styles/tokens.css";
import "./styles/parts.css";
import "./styles/app.css";

addSymbols(SPRITE + PATTERNS);

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
mount(App, { target });
