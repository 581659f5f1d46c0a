import type { Page } from 'playwright-core'

/** Replaces the browser's save dialog by one that accepts, and returns a function that reads what the page wrote. */
export async function answerSaveDialog(
  page: Page,
): Promise<() => Promise<{ readonly name: string; readonly bytes: Buffer } | null>> {
  await page.addInitScript(() => {
    const dialog = async ({ suggestedName }: { suggestedName: string }) => ({
      createWritable: async () => ({
        async write(blob: Blob) {
          const url = await new Promise<string>((resolve) => {
            const reader = new FileReader()
            reader.onload = () => resolve(String(reader.result))
            reader.readAsDataURL(blob)
          })
          Reflect.set(window, 'savedFile', { name: suggestedName, url })
        },
        close: async () => undefined,
        abort: async () => undefined,
      }),
    })
    Reflect.set(window, 'showSaveFilePicker', dialog)
  })
  return async () => {
    const saved = await page.evaluate(() => Reflect.get(window, 'savedFile') as { name: string; url: string } | undefined)
    return saved ? { name: saved.name, bytes: Buffer.from(saved.url.slice(saved.url.indexOf(',') + 1), 'base64') } : null
  }
}
