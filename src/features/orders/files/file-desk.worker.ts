/** Worker that holds the desk of an import. */
import { messageOf } from '../../../../contract/ground/thrown'
import { createFileDesk, type FileDesk } from './file-desk'

/** One call of a method of the desk. */
export interface DeskCall {
  readonly id: number
  readonly method: keyof FileDesk
  readonly args: readonly unknown[]
}
export type DeskReply = { readonly id: number } & ({ readonly result: unknown } | { readonly reason: string })

const desk = createFileDesk()

// The page would not see an exception thrown here, so it is sent as a message.
self.onmessage = async ({ data: { id, method, args } }: MessageEvent<DeskCall>) => {
  const call = desk[method] as (...args: readonly unknown[]) => Promise<unknown>
  const reply = await call(...args).then(
    (result): DeskReply => ({ id, result }),
    (error: unknown): DeskReply => ({ id, reason: messageOf(error) }),
  )
  self.postMessage(reply)
}
