/** Inline style sheet, hatches and script of the page. */
import { OUTCOME_CLASSES } from '../../kit/outcome-class.js'

const OPPOSITE = ['wrong', 'silent']

/** Bands differ without colours, too. */
export const HATCHES = `<svg class="hatches" width="0" height="0" aria-hidden="true"><defs>${OUTCOME_CLASSES.map(
  (name) =>
    `<pattern id="hatch-${name}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(${OPPOSITE.includes(name) ? -45 : 45})"><rect class="hatch ${name}" width="2" height="6"/></pattern>`,
).join('')}</defs></svg>`

export const STYLE = `
body { margin: 0 auto; max-width: 1100px; padding: 1rem 1.25rem 5rem; font: 15px/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.6rem; } h2 { margin: 0 0 .5rem; font-size: 1.25rem; } h2 { margin-top: 1.5rem; } h4 { margin: 1rem 0 .25rem; font-size: .95rem; }
.level, .measured { color: var(--faint); } code { font-size: .9em; overflow-wrap: anywhere; }
.scenario { border-top: 1px solid var(--line); } .scenario > summary { padding: .45rem 0; cursor: pointer; } .scenario h3 { display: inline; font-size: 1rem; } .scenario[open] { padding-bottom: 1.5rem; }
.open { font-size: .85rem; } .open .fail { color: var(--error); } .open .warn { color: var(--wrong); }
table { border-collapse: collapse; width: 100%; } th, td { padding: .3rem .75rem .3rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
.figure { font-variant-numeric: tabular-nums; } .score { font-variant-numeric: tabular-nums; }
.badge { display: inline-block; text-indent: 0; padding: 0 .5em; border: 1px solid currentColor; border-radius: .3em; font-size: .8rem; font-weight: 600; color: var(--faint); white-space: nowrap; }
.badge.pass { color: var(--good); } .badge.warn, .badge.cut-short { color: var(--wrong); } .badge.fail { color: var(--error); }
.badge.not-proven { color: var(--broken); border-style: dashed; }
.problem { color: var(--error); } .not-proven .problem { color: var(--broken); }
.consequence { margin: .5rem 0; font-size: 1.1rem; font-weight: 600; max-width: 75ch; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .25rem 1.5rem; margin: 1rem 0; }
.facts dt { font-size: .8rem; color: var(--faint); } .facts dd { margin: 0; overflow-wrap: anywhere; }
.changes, .notes { padding-left: 1.5rem; } .changes > li { margin: .8rem 0; max-width: 85ch; } .changes ul { margin: .2rem 0; padding-left: 1.2rem; font-size: .9rem; } .notes { font-size: .9rem; }
.fold { margin: .75rem 0; } .fold > summary { cursor: pointer; font-weight: 600; } .rules { font-size: .85rem; padding-left: 1.2rem; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; margin: 1rem 0; list-style: none; font-size: .85rem; }
.key { display: inline-block; width: .8em; height: .8em; margin-right: .4em; vertical-align: -.05em; border-radius: 2px; }
.scroll { overflow-x: auto; } .drawing { width: 100%; min-width: 900px; height: auto; }
.drawing .band-name { font-size: 10px; paint-order: stroke; stroke: var(--raised); stroke-width: 3px; stroke-linejoin: round; }
.phase { stroke: var(--faint); stroke-dasharray: 4 3; }
${OUTCOME_CLASSES.map((name) => `.key.${name} { background: var(--${name}); } .mark.${name}, .hatch.${name} { fill: var(--${name}); } .band.${name}, .band-ground.${name} { fill: url(#hatch-${name}); }`).join('\n')}
.hatches { position: absolute; } .hatch { fill-opacity: .22; }
.band, .band-ground { fill: var(--band); } .band { stroke: var(--line); stroke-width: .5; } .band-ground { fill-opacity: .5; } .band.event { fill: var(--event); }
.mark { cursor: default; } .mark:hover, .mark:focus { stroke: var(--text); stroke-width: 2; outline: none; }
.marking .lane-group .mark:not(.marked) { opacity: .2; } .marked { stroke: var(--text); stroke-width: 1; }
.curve { fill: none; stroke-width: 1.5; } .curve.market { stroke: var(--faint); } .curve.lack { stroke: var(--link); }
.dot { fill: var(--error); } .dot.good { fill: var(--good); } .dot.stale, .dot.partial { fill: var(--wrong); } .dot.unknown { fill: var(--silent); }
.bound { stroke-dasharray: 2 3; stroke: var(--good); } .bound.fails { stroke: var(--error); }
.badge.worse { color: var(--error); } .badge.better { color: var(--good); }
.rest { margin-top: 1rem; } .rest > summary { cursor: pointer; font-weight: 600; } .rest > .check { margin-left: 1.1rem; }
pre { margin: .5rem 0; font-size: .85rem; }
.check { border-bottom: 1px solid var(--line); padding: .3rem 0; } .check summary { cursor: pointer; padding-left: 1.1rem; text-indent: -1.1rem; }
.check .because { display: block; text-indent: 0; color: var(--faint); } .check p { margin: .25rem 1.1rem; color: var(--faint); font-size: .85rem; }
#status { position: fixed; inset: auto 0 0; margin: 0; padding: .5rem 1.25rem; background: var(--raised); border-top: 1px solid var(--line); font-size: .85rem; }
#status:empty { visibility: hidden; }
@media (max-width: 500px) { body { padding: .75rem .75rem 4rem; } .facts { grid-template-columns: 1fr 1fr; } }
@media print {
  :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 11px; } #status { display: none; }
  .check, .changes li, .scenario > summary, h3, .drawing { break-inside: avoid; } h2, h4 { break-after: avoid; }
  .changes .fold::details-content { content-visibility: visible; block-size: auto; }
  .drawing { min-width: 0; } .scroll { overflow: visible; } pre { white-space: pre-wrap; }
}
`

export const SCRIPT = `
'use strict'
const status = document.getElementById('status')
let pinned = ''
const announce = (words) => { status.textContent = words || pinned }
const aboutOf = (mark) => mark.querySelector('title').textContent
const markOf = (target) => target instanceof Element ? target.closest('.mark[data-n][role], .dot') : null
const checkOf = (target) => target instanceof Element ? target.closest('.check') : null
function show(check) {
  for (const mark of document.querySelectorAll('.marked')) mark.classList.remove('marked')
  for (const section of document.querySelectorAll('.marking')) section.classList.remove('marking')
  const wanted = new Set(check ? check.dataset.evidence.split(' ').filter(Boolean) : [])
  if (wanted.size === 0) return
  const section = check.closest('.scenario')
  for (const mark of section.querySelectorAll('.lane-group .mark'))
    if (mark.dataset.n.split(' ').some((n) => wanted.has(n))) mark.classList.add('marked')
  section.classList.add('marking')
}
for (const type of ['pointerover', 'focusin'])
  document.addEventListener(type, ({ target }) => {
    const mark = markOf(target)
    announce(mark ? aboutOf(mark) : '')
    const check = checkOf(target)
    if (check) show(check)
    else if (type === 'pointerover') show(document.querySelector('.check[open].last'))
  })
document.addEventListener('click', ({ target }) => {
  const mark = markOf(target)
  if (mark) { pinned = aboutOf(mark); announce(''); if (mark.tabIndex !== undefined) mark.focus?.() }
})
document.addEventListener('toggle', ({ target }) => {
  if (!target.matches('.check')) return
  for (const check of document.querySelectorAll('.check.last')) check.classList.remove('last')
  if (target.open) target.classList.add('last')
  show(target.open ? target : null)
}, true)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') { pinned = ''; announce(''); show(null); return }
  const mark = markOf(document.activeElement)
  if (!mark) return
  if (event.key === 'Enter') { pinned = aboutOf(mark); announce(''); return }
  const marks = [...mark.closest('.lane-group').querySelectorAll('.mark')]
  const at = marks.indexOf(mark)
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: marks.length - 1 }[event.key]
  if (next === undefined || !marks[next]) return
  event.preventDefault()
  mark.tabIndex = -1
  marks[next].tabIndex = 0
  marks[next].focus()
})
addEventListener('hashchange', openTarget)
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (!(target instanceof HTMLDetailsElement)) return
  for (let outer = target; outer; outer = outer.parentElement?.closest('details')) outer.open = true
  target.scrollIntoView()
}
openTarget()
`
