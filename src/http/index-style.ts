/** How the index page looks: light and dark, from 400 px wide on. */
export const INDEX_STYLE = `
:root { --text: #1b1f24; --soft: #57606a; --line: #d8dee4; --card: #f6f8fa; --page: #fff; --link: #0757b8; --up: #14794a; --down: #b3362c; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9aa5b1; --line: #30363d; --card: #161b22; --page: #0d1117; --link: #6cb0ff; --up: #4ec98a; --down: #ff8379; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; color: var(--text); background: var(--page); font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.8rem; letter-spacing: -.02em; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 .4rem; font-size: 1.15rem; }
header p, section > p { margin: .2rem 0 .8rem; color: var(--soft); }
small { color: var(--soft); font-weight: normal; }
a { color: var(--link); text-underline-offset: .2em; }
.dashboard a { display: inline-block; margin-right: .4rem; padding: .35rem .9rem; border-radius: .6rem; color: var(--page); background: var(--link); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
dl, .market, .networks { display: grid; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
dl { grid-template-columns: repeat(auto-fit, minmax(9rem, auto)); }
dl div, .market li, .networks table { padding: .7rem .9rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
dt { color: var(--soft); font-size: .8rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.market { grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); }
.market span { float: right; font-variant-numeric: tabular-nums; }
.market small { display: block; }
small.up { color: var(--up); }
small.down { color: var(--down); }
svg { display: block; width: 100%; height: 2.2rem; margin-top: .3rem; }
polyline { fill: none; stroke: var(--up); stroke-width: 1.5; vector-effect: non-scaling-stroke; }
.down polyline { stroke: var(--down); }
.networks { grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.networks table { display: block; border-spacing: 0; }
.networks tbody { display: block; }
.networks tr { display: grid; grid-template-columns: 6rem 1fr; }
.networks code { user-select: all; cursor: copy; }
caption { display: block; text-align: left; font-weight: 600; text-transform: capitalize; padding-bottom: .3rem; }
th { text-align: left; font-weight: normal; color: var(--soft); }
.endpoints { width: 100%; border-collapse: collapse; }
.endpoints th, .endpoints td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
.endpoints th { color: inherit; }
.endpoints td:last-child { white-space: nowrap; word-spacing: .4em; padding-right: 0; }
.links { margin: 0; padding: 0; list-style: none; display: grid; gap: .3rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
@media (max-width: 44rem) {
  .networks tr { display: block; padding-top: .3rem; }
  .networks th, .networks td { display: block; padding: 0; font-size: .875rem; }
  .endpoints tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .endpoints th, .endpoints td { display: block; padding: 0; border: 0; }
}
`
