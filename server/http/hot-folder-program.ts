/** Offers the agent for the computers at printers: the built file, which needs Node alone. From source there is none. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { notFound } from '../kernel/failure'
import type { App } from './environment'
import { failureReply } from './errors'

const programPath = '/hotfolder.mjs'

/** @param path of the file; the one beside the built server when it is absent. */
export function mountHotFolderProgram(app: App, path = fileURLToPath(new URL('./hotfolder.mjs', import.meta.url))): void {
  app.get(programPath, async (c) => {
    const bytes = await readFile(path).catch(() => null)
    if (bytes === null) return failureReply(c, notFound('热文件夹程序'))
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Disposition': 'attachment; filename="hotfolder.mjs"',
      'Cache-Control': 'no-cache',
      // The plugin may come from another origin.
      'Access-Control-Allow-Origin': '*',
    })
  })
}
