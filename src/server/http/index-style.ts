/** Style sheet of the index page: light and dark, from 400 px wide. */
import { PALETTE } from '../../kit/svg/palette.js'

export const INDEX_STYLE = `${PALETTE}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; color: var(--text); background: var(--ground); font: 16px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.8rem; letter-spacing: -.02em; overflow-wrap: anywhere; }
h2 { margin: 2.2rem 0 .4rem; font-size: 1.15rem; }
header p, section > p { margin: .2rem 0 .8rem; color: var(--faint); }
small { color: var(--faint); font-weight: normal; }
a { color: var(--link); text-underline-offset: .2em; }
.dashboard a { display: inline-block; margin-right: .4rem; padding: .35rem .9rem; border-radius: .6rem; color: var(--on-link); background: var(--link); font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere; }
.networks { display: grid; gap: .75rem; margin: 1rem 0; padding: 0; list-style: none; }
.networks table { padding: .7rem .9rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--raised); }
.networks { grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); }
.networks table { display: block; border-spacing: 0; }
.networks tbody { display: block; }
.networks tr { display: grid; grid-template-columns: 6rem 1fr; }
.networks code { user-select: all; cursor: copy; }
caption { display: block; text-align: left; font-weight: 600; text-transform: capitalize; padding-bottom: .3rem; }
th { text-align: left; font-weight: normal; color: var(--faint); }
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
