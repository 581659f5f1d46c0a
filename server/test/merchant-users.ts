/** Merchants' users who sign in to a test server. */
import { randomUUID } from 'node:crypto'
import { createAccount } from '../domain/users/accounts'
import type { TestReply, TestServer } from './server'

export const password = '一个足够长的密码'
let addresses = 0
/** An address that nobody has called from yet. */
export const newAddress = (): string => `198.51.100.${++addresses}`

/** A merchant's main user with `password`. */
export async function newShop(server: TestServer): Promise<{ name: string; userId: number }> {
  const name = `shop-${randomUUID().slice(0, 8)}`
  return { name, ...(await createAccount(server.deps, { name, password })) }
}

/** Signs in from `address`, by default one of its own. */
export const login = (server: TestServer, username: string, secret: string, address = newAddress()): Promise<TestReply> =>
  server.call('POST', '/api/users/login', { body: { username, password: secret }, address })
export const me = (server: TestServer, token: string): Promise<TestReply> => server.call('GET', '/api/users/me', { token })
