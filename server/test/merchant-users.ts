/** Merchants' users who sign in to a test server. */
import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { createAccount } from '../domain/users/accounts'
import type { TestReply, TestServer } from './server'

export const password = '一个足够长的密码'
let addresses = 0
/** Returns an address from which nothing has called yet. */
export const newAddress = (): string => `198.51.100.${++addresses}`

/** Creates a merchant whose main user has `password`. */
export async function newShop(server: TestServer): Promise<{ name: string; userId: number }> {
  const name = `shop-${randomUUID().slice(0, 8)}`
  return { name, ...(await createAccount(server.deps, { name, password })) }
}

/** One hash at a low cost, which lets a test check many passwords. A login with the right password renews it at the real cost. */
const quickHash = hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })

/** Creates a merchant at whose password a test guesses many times. */
export async function newGuessedShop(server: TestServer): Promise<{ name: string; userId: number }> {
  const name = `shop-${randomUUID().slice(0, 8)}`
  const { userId } = await createAccount(server.deps, { name })
  await server.deps.db
    .updateTable('app_user')
    .set({ password_hash: await quickHash })
    .where('id', '=', userId)
    .execute()
  return { name, userId }
}

/** Signs in from `address`, by default from a new one. */
export const login = (server: TestServer, username: string, secret: string, address = newAddress()): Promise<TestReply> =>
  server.call('POST', '/api/users/login', { body: { username, password: secret }, address })
export const me = (server: TestServer, token: string): Promise<TestReply> => server.call('GET', '/api/users/me', { token })
