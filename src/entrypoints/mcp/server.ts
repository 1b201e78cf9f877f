/** The MCP server: tools, resources and prompts over stdio. */
import { readdir, readFile } from 'node:fs/promises'
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { startStopwatch } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { PACKAGE, VERSION } from '../../kit/version.js'
import { libraryNames } from '../../scenario/read/library.js'
import { type Fields, type OnProgress, type Tool, ToolError } from './target.js'

const INSTRUCTIONS =
  'A simulator of the GMX price API. Start with describe: it returns the base addresses for the client. Scenarios inject incidents; rehearse grades a client. Resources hold the documentation and the scenario library.'

export function serveMcp(tools: readonly Tool[], onError: (error: Error) => void) {
  return serveStdio(() => createServer(tools), { onerror: onError })
}

function createServer(tools: readonly Tool[]): Server {
  const capabilities = { tools: {}, resources: {}, prompts: {} }
  const server = new Server(
    { name: 'gmx-sim', version: VERSION },
    { capabilities, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler('tools/list', () => ({
    tools: tools.map(({ run: _, isReadOnly: readOnlyHint, runsProgram: openWorldHint = false, ...tool }) => ({
      ...tool,
      annotations: { readOnlyHint, openWorldHint },
    })) as never,
  }))
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: args = {} } }, { mcpReq }) => {
    const tool = tools.find((tool) => tool.name === name)
    if (tool === undefined)
      throw invalid(`unknown tool: ${name}; write one of ${tools.map(({ name }) => name).join(', ')}`)
    try {
      requireArguments(tool, args)
      const structuredContent = await tool.run(args, mcpReq.signal, progressOf(mcpReq))
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
    } catch (error) {
      if (!(error instanceof ToolError || error instanceof UserError)) throw error
      return { content: [{ type: 'text', text: error.message }], isError: true }
    }
  })
  addResources(server)
  addPrompts(server)
  return server
}

/** Notifies the client that asked for it; progress is the number of seconds since the call. */
function progressOf({ _meta: { progressToken } = {}, notify }: ServerContext['mcpReq']): OnProgress {
  if (progressToken === undefined) return () => {}
  const elapsedMs = startStopwatch()
  return (message) => {
    const params = { progressToken, progress: elapsedMs() / 1000, message }
    // Fails once the client is gone, which ends the call too.
    notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

/** Names only: calls and commands validate the values. */
function requireArguments({ name, inputSchema: { properties, required = [] } }: Tool, args: Fields): void {
  const names = Object.keys(properties)
  const unknown = Object.keys(args).find((key) => !names.includes(key))
  if (unknown !== undefined)
    throw new ToolError(
      `${name} has no such argument: ${unknown}; write ${names.length === 0 ? 'none' : `one of ${names.join(', ')}`}`,
    )
  const missing = required.find((key) => args[key] === undefined)
  if (missing !== undefined) throw new ToolError(`${name} needs ${missing}: none given; add it`)
}

function addResources(server: Server): void {
  server.setRequestHandler('resources/list', async () => ({ resources: await listResources() }))
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const found = await readResource(uri)
    if (found === undefined) throw invalid(`unknown resource: ${uri}; write a URI of resources/list`)
    return { contents: [found] }
  })
}

function addPrompts(server: Server): void {
  const prompts = Object.entries(PROMPTS)
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(([name, { description, argument }]) => ({
      name,
      description,
      arguments: [{ ...argument, required: true }],
    })),
  }))
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }) => {
    const prompt = PROMPTS[name]
    if (prompt === undefined)
      throw invalid(`unknown prompt: ${name}; write one of ${Object.keys(PROMPTS).join(', ')}`)
    const { description, argument } = prompt
    const value = args[argument.name]
    if (value === undefined)
      throw invalid(`${name} needs ${argument.name}: none given; pass it as an argument`)
    return { description, messages: [{ role: 'user', content: { type: 'text', text: prompt.text(value) } }] }
  })
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}

const SCHEME = 'gmx-sim://'
const KINDS = {
  docs: { ending: '.md', mimeType: 'text/markdown' },
  scenarios: { ending: '.yaml', mimeType: 'application/yaml' },
} as const

export async function listResources() {
  const pages = (await readdir(new URL('docs/', PACKAGE))).filter((file) => file.endsWith('.md')).sort()
  return [
    ...pages.map((file) => resource('docs', file.slice(0, -KINDS.docs.ending.length))),
    ...libraryNames().map((name) => resource('scenarios', name)),
  ]
}

function resource(kind: keyof typeof KINDS, name: string) {
  return { uri: `${SCHEME}${kind}/${name}`, name: `${kind}/${name}`, mimeType: KINDS[kind].mimeType }
}

/** Undefined for a URI that is not listed. */
export async function readResource(uri: string) {
  const found = (await listResources()).find((each) => each.uri === uri)
  if (found === undefined) return undefined
  const kind = found.name.startsWith('docs/') ? 'docs' : 'scenarios'
  const text = await readFile(new URL(`${found.name}${KINDS[kind].ending}`, PACKAGE), 'utf8')
  return { uri, mimeType: found.mimeType, text }
}

/** Prompts for common tasks; each names the tools to use. */
interface Prompt {
  readonly description: string
  readonly argument: { readonly name: string; readonly description: string }
  text(value: string): string
}

export const PROMPTS: Readonly<Record<string, Prompt>> = {
  'survive-dead-primary': {
    description: 'Make this client survive a dead primary.',
    argument: {
      name: 'command',
      description: 'Command that starts the client, such as node client.js {arbitrum}',
    },
    text: (command) => `Make the client survive a dead primary. It starts with: ${command}

1. Read gmx-sim://docs/rehearsal. Pass the client every base address: {arbitrum}, {arbitrum.fallback}, {arbitrum.fallback-2}.
2. Call rehearse with the scenario primary-down, incident 20s, cool-down 20s and this command.
3. Fix the first finding: it names the check, the observation and the remedy. Change the client only.
4. Repeat from step 2 with the same seed until the verdict is pass; diff_reports shows that no check became worse.
5. Rehearse primary-hangs and rate-limited-primary the same way, then report the scores before and after.`,
  },
  'scenario-from-incident': {
    description: 'Write a scenario for this incident report.',
    argument: { name: 'report', description: 'Text of the incident report' },
    text: (report) => `Write a gmx-sim scenario for this incident report:

${report}

1. Read gmx-sim://docs/scenarios and the library scenario nearest to the incident (list_scenarios).
2. Write one rule per effect: which requests (match), when after the start (when), what clients received (fault). Put moves of the market in events.
3. Call check_scenario and fix every problem at its line and column.
4. Call load_scenario, then set_clock to freeze and advance_clock to each stage; ask the bases concerned and compare with the report.
5. Return the YAML, and list what the report leaves open.`,
  },
}
