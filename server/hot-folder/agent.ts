/** The agent at a printer: takes the sheets that its server has for the printer, one after another, for as long as it runs. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../contract/ground/thrown'
import { receive } from './receive'
import { confirm, Refused, readFiles, type ServerAccess } from './server-list'

export interface AgentSettings extends ServerAccess {
  /** The folder that the printers' folders are in. */
  readonly root: string
  /** The printers whose sheets it takes; empty: all of the account. */
  readonly printerIds: readonly number[]
  readonly say: (text: string) => void
}

const memoryName = '.kejiang-hotfolder.json'

/** The server's key that the agent saw first. It is believed from then on, and no other. */
async function readTrusted(root: string): Promise<string | null> {
  const text = await readFile(join(root, memoryName), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const { publicKey } = JSON.parse(text) as { publicKey?: unknown }
    if (typeof publicKey === 'string') return publicKey
  } catch {
    // A broken file must not make the agent believe any server.
  }
  throw new Refused(`${memoryName} 已损坏，请删除后再运行`)
}

/**
 * Takes what waits now. Returns how many files came, and how many did not; the reason of each is said. A file that does not come keeps none of
 * the others away.
 *
 * @throws Refused and errors of the call, in words.
 */
export async function round(settings: AgentSettings): Promise<{ readonly came: number; readonly failed: number }> {
  const { root, printerIds, say } = settings
  await mkdir(root, { recursive: true })
  const trusted = await readTrusted(root)
  const { files, publicKey } = await readFiles(settings, printerIds, trusted)
  if (trusted === null) await writeFile(join(root, memoryName), `${JSON.stringify({ publicKey })}\n`)
  let came = 0
  for (const file of files) {
    try {
      const path = await receive(settings, root, file)
      await confirm(settings, file)
      say(`${file.printerName}：${path}`)
      came += 1
    } catch (error) {
      if (error instanceof Refused) throw error
      say(`${file.printerName}：${file.fileName} 没有写入：${messageOf(error)}`)
    }
  }
  return { came, failed: files.length - came }
}

/** Waits between rounds, ms: nothing is there, and after failures one after another. */
const idleMs = 3000
const failureWaits = [3000, 10_000, 30_000, 60_000]

/** Runs rounds until it is aborted, or refused for good. */
export async function run(
  settings: AgentSettings & { readonly signal: AbortSignal; readonly wait: (ms: number, signal: AbortSignal) => Promise<void> },
): Promise<void> {
  const { signal, wait, say } = settings
  for (let failures = 0; !signal.aborted; ) {
    const isWell = await round(settings).then(
      ({ failed }) => failed === 0,
      (error: unknown) => {
        if (error instanceof Refused) throw error
        say(`连接服务器没有成功：${messageOf(error)}`)
        return false
      },
    )
    failures = isWell ? 0 : Math.min(failures + 1, failureWaits.length)
    await wait(isWell ? idleMs : (failureWaits[failures - 1] ?? idleMs), signal)
  }
}
