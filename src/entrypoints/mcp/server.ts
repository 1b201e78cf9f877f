/** The MCP server: tools, resources and prompts over stdio. */
import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { startStopwatch } from '../../kit/clock/timers.js'
import { UserError } from '../../kit/errors.js'
import { VERSION } from '../../kit/version.js'
import { PROMPTS } from './prompts.js'
import { listResources, readResource } from './resources.js'
import { type Fields, type OnProgress, type Tool, ToolError } from './tool.js'

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
