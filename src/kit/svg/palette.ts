/** Colours and sizes of all pages as a style sheet, for light and dark schemes. */
export const PALETTE = `
:root {
  color-scheme: light dark;
  --ground: #fff;
  --raised: #f4f5f7;
  --sunk: #eceef1;
  --line: #d5d8de;
  --edge: #868e9b;
  --text: #1b1f27;
  --faint: #565d6b;
  --link: #0b57b7;
  --on-link: #fff;
  --up: #14794a;
  --down: #b3362c;
  --good: #23854b;
  --wrong: #a15c00;
  --error: #c02626;
  --broken: #9a2bb0;
  --silent: #4a4f5a;
  --band: #e0a80033;
  --event: #3f7ad833;
  --gap: 12px;
  --round: 8px;
  --mono: ui-monospace, SFMono-Regular, Menlo, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14171c;
    --raised: #1c2027;
    --sunk: #272c35;
    --line: #39404c;
    --edge: #78808e;
    --text: #e6e9ef;
    --faint: #a5adbb;
    --link: #7db4ff;
    --on-link: #0d1520;
    --up: #4ec98a;
    --down: #ff8379;
    --good: #4cc07c;
    --wrong: #f0a53c;
    --error: #ff7b72;
    --broken: #d991ea;
    --silent: #b3bac7;
    --band: #e0a8002e;
    --event: #5b93ee40;
  }
}
`
