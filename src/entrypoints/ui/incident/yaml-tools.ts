/** All that needs CodeMirror or the YAML library: one file, which the page loads when a scenario is first edited. */
export { createCodeEditor } from './code-editor.js'
export { withBreakage, withEdge, withOwnName, withoutBreakage } from './scenario-edits.js'
