/** The tools of `gmx-sim mcp` and what they run. */
import { CALL_TOOLS, sessionTools } from '../../src/entrypoints/mcp/call-tools.js'
import { COMMAND_TOOLS } from '../../src/entrypoints/mcp/command-tools.js'
import { createControlClient } from '../../src/server/control/client.js'
import { code, tableOf } from './markdown-table.js'

export function toolsTable(): string {
  const combined = sessionTools(createControlClient('', undefined)).map(({ name, description }) => [
    name,
    description,
  ])
  const calls = Object.entries(CALL_TOOLS).map(([name, { call }]) => [name, code(call)])
  const commands = Object.entries(COMMAND_TOOLS).map(([name, { command }]) => [name, code(command.join(' '))])
  return tableOf(
    ['Tool', 'Runs'],
    [...combined, ...calls, ...commands].map(([name, runs]) => [code(name), runs]),
  )
}
