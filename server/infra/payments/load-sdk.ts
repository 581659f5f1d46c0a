import { Socket } from 'node:net'

/**
 * The SDK's code, loaded when the first payment needs it. Its HTTP client replaces `destroy` of every socket of the process with one that
 * throws when one error ends two of them, which ended this server; it gets its own back at once.
 */
export async function loadSdk(): Promise<typeof import('alipay-sdk')> {
  const { destroy } = Socket.prototype
  try {
    return await import('alipay-sdk')
  } finally {
    Socket.prototype.destroy = destroy
  }
}
