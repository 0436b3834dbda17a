// Four short sounds, made on the spot; off until the player turns them on.
import { settings } from "./settings.svelte";

export type Sound = "tap" | "move" | "turn" | "refused";
const NOTES: Record<Sound, [frequency: number, length: number, type: OscillatorType][]> = {
  tap: [[520, 0.05, "triangle"]],
  move: [[196, 0.09, "triangle"]],
  turn: [
    [392, 0.12, "sine"],
    [587, 0.2, "sine"],
  ],
  refused: [[131, 0.18, "sawtooth"]],
};
let audio: AudioContext | null = null;

export function play(sound: Sound): void {
  if (!settings.sound) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume(); // browsers wait for the first click
  let start = audio.currentTime;
  for (const [frequency, length, type] of NOTES[sound]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = type;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.06, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
    start += length * 0.7;
  }
}
