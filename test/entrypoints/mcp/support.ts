/** The official MCP client over stdio to the built command line. */
import { Client, type RequestOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { builtCli, ROOT } from '../../support/cli.js'

// biome-ignore lint/suspicious/noExplicitAny: replies are compared by shape
type Structured = any

export interface Agent {
  readonly client: Client
  /** Returns the structured content; throws the sentence of an error. */
  call(name: string, args?: Readonly<Record<string, unknown>>, options?: RequestOptions): Promise<Structured>
}

/** `folder` is the working folder. */
export async function startAgent(args: readonly string[], folder = ROOT): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' })
  const command = { command: process.execPath, args: [builtCli(), 'mcp', ...args], cwd: folder }
  await client.connect(new StdioClientTransport(command))
  // From then on the client validates structured content.
  await client.listTools()
  return {
    client,
    async call(name, args = {}, options) {
      const { structuredContent, isError, content } = await client.callTool(
        { name, arguments: args },
        options,
      )
      const [text] = content
      if (isError) throw new Error(text.type === 'text' ? text.text : text.type)
      return structuredContent
    },
  }
}
