import type { BoardModule } from "../../lib/board";
import Board from "./Board.svelte";

const module: BoardModule = { Board, flow: true };
export default module;
