/** The MCP server: tools, resources and prompts over stdio. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import {
  McpServer,
  ProtocolErrorCode,
  type ServerContext,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import * as z from 'zod'
import { startStopwatch } from '../../kit/clock/timers.js'
import { PACKAGE, VERSION } from '../../kit/version.js'
import { libraryNames } from '../../scenario/read/library.js'
import { limitLines } from './limit-lines.js'
import { type Fields, type ObjectSchema, type OnProgress, schemaOf, type Tool } from './target.js'

const INSTRUCTIONS =
  'A simulator of the GMX price API. Start with describe: it returns the base addresses for the client. Scenarios inject incidents; rehearse grades a client. Resources hold the documentation and the scenario library.'

/** The SDK stops reading at a longer message. */
const MAX_MESSAGE_BYTES = 10 << 20
const TOO_LARGE = 'the message is larger than 10 MiB: send less'

export function serveMcp(tools: readonly Tool[], onError: (error: Error) => void) {
  const lines = limitLines(MAX_MESSAGE_BYTES, (ends) => {
    const error = { code: ProtocolErrorCode.InvalidRequest, message: TOO_LARGE }
    const { id } = (ID_FIRST.exec(ends) ?? ID_LAST.exec(ends))?.groups ?? {}
    transport.send({ jsonrpc: '2.0', error, ...(id && { id: JSON.parse(id) }) }).catch(onError)
  })
  pipeline(process.stdin, lines, (error) => error && onError(error))
  const transport = new StdioServerTransport(lines)
  return serveStdio(() => createServer(tools), { onerror: onError, transport })
}

/** Clients write the id of a message first or last: the last brace is that of the message. */
const ID_FIRST =
  /^\s*\{\s*(?:"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,\s*)*"id"\s*:\s*(?<id>(?:0|[1-9]\d*)(?!\d)|"[^"\\\p{Cc}]*")/u
const ID_LAST = /"id"\s*:\s*(?<id>0|[1-9]\d*|"[^"\\\p{Cc}]*")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/u

function createServer(tools: readonly Tool[]): McpServer {
  const server = new McpServer({ name: 'gmx-sim', version: VERSION }, { instructions: INSTRUCTIONS })
  for (const tool of tools) addTool(server, tool)
  for (const file of readdirSync(new URL('docs/', PACKAGE)).sort())
    if (file.endsWith('.md')) addResource(server, 'docs', file.slice(0, -'.md'.length))
  for (const name of libraryNames()) addResource(server, 'scenarios', name)
  for (const [name, prompt] of Object.entries(PROMPTS)) addPrompt(server, name, prompt)
  return server
}

/** An error is a result of the tool: its sentence. */
function addTool(server: McpServer, tool: Tool): void {
  const { name, description, isReadOnly: readOnlyHint, runsProgram: openWorldHint = false } = tool
  server.registerTool(
    name,
    {
      description,
      inputSchema: withNames(name, tool.inputSchema),
      outputSchema: withNames(name, tool.outputSchema),
      annotations: { readOnlyHint, openWorldHint },
    },
    async (args, { mcpReq }) => {
      const structuredContent = await tool.run(args, mcpReq.signal, progressOf(mcpReq))
      return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
    },
  )
}

/** A schema as the SDK takes them. It checks names of arguments only: calls and commands validate the values. */
function withNames(owner: string, schema: ObjectSchema): StandardSchemaWithJSON<Fields, Fields> {
  const { properties, required = [] } = schema
  const names = Object.keys(properties)
  const problemOf = (given: Fields): string | undefined => {
    const unknown = Object.keys(given).find((key) => !names.includes(key))
    if (unknown !== undefined)
      return `${owner} has no such argument: ${unknown}; write ${names.length === 0 ? 'none' : `one of ${names.join(', ')}`}`
    const missing = required.find((key) => given[key] === undefined)
    return missing === undefined ? undefined : `${owner} needs ${missing}: none given; add it`
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'gmx-sim',
      jsonSchema: { input: () => schema, output: () => schema },
      validate(given) {
        const message = problemOf(given as Fields)
        return message === undefined ? { value: given as Fields } : { issues: [{ message }] }
      },
    },
  }
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

const KINDS = {
  docs: { ending: '.md', mimeType: 'text/markdown' },
  scenarios: { ending: '.yaml', mimeType: 'application/yaml' },
} as const

function addResource(server: McpServer, kind: keyof typeof KINDS, file: string): void {
  const { ending, mimeType } = KINDS[kind]
  const name = `${kind}/${file}`
  const uri = `gmx-sim://${name}`
  server.registerResource(name, uri, { mimeType }, async () => {
    const text = await readFile(new URL(`${name}${ending}`, PACKAGE), 'utf8')
    return { contents: [{ uri, mimeType, text }] }
  })
}

function addPrompt(server: McpServer, name: string, { description, argument, text }: Prompt): void {
  const { name: key, description: about } = argument
  const argsSchema = withNames(name, schemaOf(z.strictObject({ [key]: z.string().describe(about) }), 'input'))
  server.registerPrompt(name, { description, argsSchema }, (args) => ({
    messages: [{ role: 'user', content: { type: 'text', text: text(String(args[key])) } }],
  }))
}

/** Prompts for common tasks; each names the tools to use. */
interface Prompt {
  readonly description: string
  readonly argument: { readonly name: string; readonly description: string }
  text(value: string): string
}

const PROMPTS: Readonly<Record<string, Prompt>> = {
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
