/**
 * Runs one benchmark, named by the first argument, in a process of its own, and sends its figures to the parent. The parent ends it
 * with SIGTERM when it takes too long.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stopAll } from './stop.mjs'

const name = process.argv[2]
const send = (message) => new Promise((resolve) => process.send(message, resolve))

process.on('SIGTERM', () => {
  stopAll()
  process.exit(1)
})
try {
  const { measure } = await import(pathToFileURL(join(import.meta.dirname, '..', `${name}.bench.mjs`)).href)
  await measure((figure) => void send({ figure }))
  await send({ done: true })
  process.exit(0)
} catch (error) {
  // A bundled script that is imported as a data URL would fill the screen with its text.
  console.error(String(error instanceof Error ? error.stack : error).replaceAll(/data:text\/javascript\S+/g, 'bundle'))
  await send({ error: String(error instanceof Error ? error.message : error).split('\n')[0] })
  stopAll()
  process.exit(1)
}
