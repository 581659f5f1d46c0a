/** Serves the files by which other platforms verify that the operator owns this address, at the root. */
import type { App } from './environment'

export function mountVerifyFiles(app: App, files: ReadonlyMap<string, string> = new Map()): void {
  for (const [name, content] of files) {
    app.get(`/${name}`, (c) => {
      c.header('Cache-Control', 'no-cache')
      // Exactly the content: a platform compares the bytes.
      return c.text(content)
    })
  }
}
