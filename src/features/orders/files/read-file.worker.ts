/** Worker that reads the table of a file off the main thread: a workbook of 100,000 rows takes seconds. */
import { messageOf } from '../../../../contract/ground/thrown'
import type { Row } from './cells'
import { readTable } from './read-table'

export type FileReply = { readonly rows: readonly Row[] } | { readonly reason: string }

// The page would not see an exception thrown here, so it is sent as a message.
self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  const reply: FileReply = await readTable(data).then(
    (rows) => ({ rows }),
    (error: unknown) => ({ reason: messageOf(error) }),
  )
  self.postMessage(reply)
}
