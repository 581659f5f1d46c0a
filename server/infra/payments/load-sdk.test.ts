import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { loadSdk } from './load-sdk'

test('loading the payment SDK leaves sockets unchanged: one error may end two of them', async () => {
  const { destroy } = Socket.prototype
  await Promise.all([loadSdk(), loadSdk()])
  expect(Socket.prototype.destroy).toBe(destroy)
  const error = new Error('the line went down')
  const sockets = [new Socket(), new Socket()]
  for (const socket of sockets) {
    socket.on('error', () => undefined)
    expect(() => socket.destroy(error)).not.toThrow()
  }
})
