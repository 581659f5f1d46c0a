import { Socket } from 'node:net'

/**
 * Loads the SDK's code when the first payment needs it. Its HTTP client replaces `destroy` of all sockets in the process with a
 * version that throws when one error ends two of them, which would end this server; the original is restored at once.
 */
export async function loadSdk(): Promise<typeof import('alipay-sdk')> {
  const { destroy } = Socket.prototype
  try {
    return await import('alipay-sdk')
  } finally {
    Socket.prototype.destroy = destroy
  }
}
