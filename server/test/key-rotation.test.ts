/** The key that seals secrets: a rotation, and what a backup says of another key. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSealer } from '../infra/sealer'
import { describeKey, forgetUnreadable, keyProblem, noteRestoredKey, openSealer, rotateKeys } from '../providers/sealer'
import { type TestDatabase, testDatabase } from './database'
import { insertShop } from './rows'

const secretKey = 'a secret key of thirty-two characters'
const keys = { secretKey, oldSecretKey: undefined }
let database: TestDatabase
let account = 0

beforeEach(async () => {
  database = await testDatabase()
  account = (await database.db.insertInto('account').values({ name: '壳匠' }).returning('id').executeTakeFirstOrThrow()).id
})
afterEach(() => database.close())

describe('the key that seals secrets', () => {
  const newKey = 'another secret key of forty characters ..'

  async function addShop(sealer: { seal(plain: string, owner: string): string }, nick: string): Promise<void> {
    const session_sealed = sealer.seal(`session of ${nick}`, `shop-session:${account}`)
    await insertShop(database.db, account, { type: 'TAOBAO', name: nick, seller_nick: nick, session_sealed })
  }
  const sessions = async (secrets: typeof keys | { secretKey: string; oldSecretKey: string }) => {
    const sealer = await openSealer(database.db, secrets)
    const rows = await database.db.selectFrom('shop').select('session_sealed').orderBy('id').execute()
    return rows.map(({ session_sealed }) => sealer.open(session_sealed ?? '', `shop-session:${account}`))
  }

  test('a backup is refused with another key than the one that sealed the secrets, and names the right one', async () => {
    await addShop(createSealer(secretKey), 'a')
    const other = { secretKey: newKey, oldSecretKey: undefined }
    await expect(describeKey(database.db, other)).rejects.toThrow('does not fit')
    const named = await describeKey(database.db, keys)
    expect(JSON.stringify(named)).not.toContain(secretKey.slice(0, 8))
    expect([keyProblem(named, keys), keyProblem(named, { secretKey: newKey, oldSecretKey: secretKey })]).toEqual([null, null])
    expect(keyProblem(named, other)).toContain('SECRET_KEY')
    expect(keyProblem(named, { secretKey: undefined, oldSecretKey: undefined })).toContain('SECRET_KEY')
  })

  test('a rotation seals everything with the new key, may be interrupted and repeated, and loses nothing', async () => {
    const rotating = { secretKey: newKey, oldSecretKey: secretKey }
    for (const nick of ['a', 'b', 'c']) await addShop(createSealer(secretKey), nick)
    await addShop(createSealer(newKey), 'd')
    const expected = ['a', 'b', 'c', 'd'].map((nick) => `session of ${nick}`)
    expect(await sessions(rotating)).toEqual(expected)
    let left = 2
    const limited = database.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'UpdateQueryNode') left -= 1
        if (left === 0) throw new Error('interrupted')
        return node
      },
      transformResult: async ({ result }) => result,
    })
    await expect(rotateKeys(limited, rotating)).rejects.toThrow('interrupted')
    expect(await sessions(rotating)).toEqual(expected)
    expect(await rotateKeys(database.db, rotating)).toEqual({ resealed: 2, current: 2, unreadable: 0 })
    expect(await sessions({ secretKey: newKey, oldSecretKey: undefined } as never)).toEqual(expected)
    await expect(openSealer(database.db, keys)).rejects.toThrow(/另一个密钥（指纹 [0-9a-f]{16}）/)
  })

  test('a start with a wrong key, or without the key, is refused while values need another one, and changes nothing', async () => {
    const wrong = { secretKey: newKey, oldSecretKey: undefined }
    const none = { secretKey: undefined, oldSecretKey: undefined }
    // An older database has sealed values and no note of their key.
    await addShop(createSealer(secretKey), 'a')
    for (const other of [wrong, none]) await expect(openSealer(database.db, other)).rejects.toThrow('另一个密钥加密')
    expect(await sessions(keys)).toEqual(['session of a'])
    for (const other of [wrong, none]) await expect(openSealer(database.db, other)).rejects.toThrow('另一个密钥（指纹')
    expect(await database.db.selectFrom('setting').select('name').where('name', '=', 'sealing-key').execute()).toEqual([])
    expect(await sessions({ secretKey: newKey, oldSecretKey: secretKey })).toEqual(['session of a'])
    // From now on the new key seals, so a process without it would not open everything.
    await expect(openSealer(database.db, keys)).rejects.toThrow('另一个密钥')
    expect(await sessions({ secretKey, oldSecretKey: newKey })).toEqual(['session of a'])
  })

  test('another key is taken while nothing is sealed, unless another process lives that would seal with the first one', async () => {
    const wrong = { secretKey: newKey, oldSecretKey: undefined }
    await openSealer(database.db, keys)
    const other = { id: 'x', program: 'server', version: '1', host: 'elsewhere', pid: 1 }
    await database.db.insertInto('server_process').values(other).execute()
    await expect(openSealer(database.db, wrong)).rejects.toThrow('另一个密钥（指纹')
    await database.db.deleteFrom('server_process').execute()
    await expect(openSealer(database.db, wrong)).resolves.toBeDefined()
    await addShop(createSealer(newKey), 'a')
    await expect(openSealer(database.db, keys)).rejects.toThrow('另一个密钥（指纹')
  })

  test('a restored database needs the key of its backup, also before anything is sealed with it', async () => {
    await noteRestoredKey(database.db, await describeKey(database.db, keys))
    await addShop(await openSealer(database.db, keys), 'a')
    expect(await sessions(keys)).toEqual(['session of a'])
  })

  test('two processes that start at once on an empty database agree on its key', async () => {
    const none = { secretKey: undefined, oldSecretKey: undefined }
    const [one, other] = await Promise.all([openSealer(database.db, none), openSealer(database.db, none)])
    expect(other.open(one.seal('x', 'y'), 'y')).toBe('x')
    await expect(openSealer(database.db, none)).resolves.toBeDefined()
  })

  test('a rotation with a key that opens nothing leaves everything, and gives it up only when it is told to', async () => {
    await addShop(await openSealer(database.db, keys), 'a')
    const wrong = { secretKey: newKey, oldSecretKey: 'a third secret key of forty characters .' }
    expect(await rotateKeys(database.db, wrong)).toEqual({ resealed: 0, current: 0, unreadable: 1 })
    expect(await sessions(keys)).toEqual(['session of a'])
    expect(await rotateKeys(database.db, wrong, true)).toEqual({ resealed: 0, current: 0, unreadable: 1 })
    await expect(openSealer(database.db, { secretKey: newKey, oldSecretKey: undefined })).resolves.toBeDefined()
    expect(await database.db.selectFrom('shop').select('session_sealed').execute()).toEqual([{ session_sealed: null }])
  })

  test('secrets that were restored without their key are given up, and the server starts', async () => {
    await addShop(createSealer(secretKey), 'a')
    const wrong = { secretKey: newKey, oldSecretKey: undefined }
    await forgetUnreadable(database.db, wrong)
    await expect(openSealer(database.db, wrong)).resolves.toBeDefined()
  })

  test('a rotation takes over from the key that the server had generated, and removes it', async () => {
    const none = { secretKey: undefined, oldSecretKey: undefined }
    await addShop(await openSealer(database.db, none), 'a')
    expect(await describeKey(database.db, none)).toMatchObject({ inDatabase: true })
    expect(await sessions(keys)).toEqual(['session of a'])
    expect(await rotateKeys(database.db, keys)).toEqual({ resealed: 1, current: 0, unreadable: 0 })
    expect(await database.db.selectFrom('setting').select('name').where('name', '=', 'sealing-key').execute()).toEqual([])
    expect(await sessions(keys)).toEqual(['session of a'])
  })
})
