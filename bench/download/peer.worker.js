/** client-zip: one archive of the same pictures, fetched as it requests them, in the browser's private file system. */
import { makeZip } from 'client-zip'

async function* pictures(count) {
  for (let n = 0; n < count; n += 1)
    yield {
      name: `店/${n}_苹果-iPhone 15-硅胶-黑_A${n}_1_01_定制1张.png`,
      input: await fetch(`/p/${n}.png`, { cache: 'no-store' }),
    }
}

self.onmessage = async ({ data: count }) => {
  const home = await navigator.storage.getDirectory()
  const file = await home.getFileHandle('peer.zip', { create: true })
  const handle = await file.createSyncAccessHandle()
  handle.truncate(0)
  let at = 0
  const reader = makeZip(pictures(count)).getReader()
  for (let step = await reader.read(); !step.done; step = await reader.read()) at += handle.write(step.value, { at })
  handle.flush()
  handle.close()
  const { size } = await file.getFile()
  await home.removeEntry('peer.zip')
  self.postMessage(size)
}
