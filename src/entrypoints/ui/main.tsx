import { render } from 'preact'
import { App } from './app.js'
import { connect } from './state.js'

const root = document.getElementById('app')
if (root === null) throw new Error('the page has no #app')
root.replaceChildren()
render(<App />, root)
connect()
