/**
 * `npm run hotfolder`, and a file of its own for the computer at a printer, which needs Node and nothing else: takes the sheets of batches from
 * the server and puts them into the printers' hot folders.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { messageOf } from '../../contract/ground/thrown'
import { keyMark } from '../../contract/rules/key-rights'
import { round, run } from './agent'

const usage = `用法：node hotfolder.mjs --server https://你的地址 --to D:\\热文件夹 [--printers 1,2] [--once]
  接口密钥放在环境变量 KEJIANG_KEY 里：在 壳匠 › 接口密钥 新建一个，勾选“工厂：可修改”。
  每台打印机的子文件夹在 打印车间 › 打印机与治具 里设置。文件写完才会出现在文件夹里，断开后接着取，取过的不会再取。
  --printers 只取这些打印机（编号见打印机列表）；--once 取完一次就结束。`

class Usage extends Error {}

function settingsOf(argv: readonly string[], env: NodeJS.ProcessEnv) {
  const { values } = parseArgs({
    args: [...argv],
    options: { server: { type: 'string' }, to: { type: 'string' }, printers: { type: 'string' }, once: { type: 'boolean' } },
  })
  const server = (values.server ?? env.KEJIANG_SERVER ?? '').replace(/\/+$/, '')
  const root = values.to ?? env.KEJIANG_HOTFOLDER ?? ''
  const key = env.KEJIANG_KEY ?? ''
  if (!URL.canParse(server) || root === '') throw new Usage(usage)
  if (!key.startsWith(keyMark)) throw new Usage(`没有接口密钥，或不是以 ${keyMark} 开头的那一串。\n${usage}`)
  const { protocol, hostname } = new URL(server)
  // A key that goes over the network in the clear could be read and used by anybody.
  if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) throw new Usage('服务器地址要用 https://')
  const printers = (values.printers ?? '').split(',').filter(Boolean)
  if (printers.some((id) => !/^\d+$/.test(id))) throw new Usage(usage)
  return { server, root, key, printerIds: printers.map(Number), once: values.once === true }
}

async function main(): Promise<void> {
  const { once, ...access } = settingsOf(process.argv.slice(2), process.env)
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const say = (text: string) => console.log(`${new Date().toLocaleTimeString('zh-CN', { hour12: false })} ${text}`)
  const settings = { ...access, fetch, say }
  if (once) {
    const { came, failed } = await round(settings)
    say(`取到 ${came} 个文件${failed > 0 ? `，${failed} 个没有成功` : ''}`)
    process.exitCode = failed > 0 ? 1 : 0
    return
  }
  say(`正在等 ${access.server} 的拼版，写到 ${access.root}；按 Ctrl+C 结束`)
  await run({
    ...settings,
    signal: stop.signal,
    wait: (ms, signal) => sleep(ms, undefined, { signal }).catch(() => undefined),
  })
}

main().catch((error: unknown) => {
  console.error(messageOf(error))
  process.exitCode = error instanceof Usage ? 2 : 1
})
