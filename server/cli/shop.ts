/** `npm run shop -- authorize ACCOUNT | list ACCOUNT`: adds shops by a marketplace session, and lists them. */
import { type ShopType, shopTypeName, shopTypes } from '../../contract/rules/shop-types'
import { onlyMarketplaceType } from '../domain/shops/marketplaces'
import { authorizeShop } from '../domain/shops/sessions'
import { canonicalUsername } from '../domain/users/service'
import type { Db, Deps } from '../kernel/context'
import { Failure, SessionExpired } from '../kernel/failure'
import { reserveTurn } from '../kernel/shared-limit'
import { openMarketplaces } from '../providers/marketplaces'
import { readPiped, runCommand, UsageError, withDatabase } from './command'

const usage = `Usage:
  npm run shop -- authorize ACCOUNT [TYPE]   adds a shop, or renews its authorization (reads the session, at Taobao the SessionKey, from
                                             standard input); TYPE, such as TAOBAO, where this server has several marketplaces
  npm run shop -- list ACCOUNT               lists the account's shops and their authorizations
Example: npm run shop -- authorize demo < session.txt`

type Needs = Pick<Deps, 'db' | 'clock' | 'sealer' | 'marketplaces'>

async function readSession(): Promise<string> {
  const line = await readPiped()
  if (line === null) throw new Failure('invalid', `请从标准输入传入授权密钥\n${usage}`)
  const session = line.trim()
  if (!/^[\x21-\x7e]{10,200}$/.test(session)) throw new Failure('invalid', '标准输入中没有有效的授权密钥（SessionKey）')
  return session
}

async function findAccount(db: Db, name: string): Promise<number> {
  const row = await db
    .selectFrom('app_user')
    .select('account_id')
    .where('username', '=', canonicalUsername(name))
    .where('is_main', '=', true)
    .executeTakeFirst()
  if (!row) throw new Failure('not-found', `没有名为 ${name} 的主账号`)
  return row.account_id
}

async function authorize(deps: Needs, name: string, session: string, type: ShopType): Promise<void> {
  const accountId = await findAccount(deps.db, name)
  const { nick, created } = await authorizeShop(deps, accountId, session, type).catch((error: unknown) => {
    if (error instanceof SessionExpired)
      throw new Failure('invalid', `授权密钥无效或已过期，请在${shopTypeName(type)}重新授权，用新的密钥再试`)
    throw error
  })
  console.log(
    created ? `已为账号 ${name} 添加${shopTypeName(type)}店铺“${nick}”` : `${shopTypeName(type)}店铺“${nick}”的授权已更新`,
  )
}

async function list({ db }: Needs, name: string): Promise<void> {
  const rows = await db
    .selectFrom('shop')
    .select(['type', 'name', 'seller_nick', 'session_sealed', 'session_failed_at'])
    .where('account_id', '=', await findAccount(db, name))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const good = row.session_sealed !== null && row.session_failed_at === null
    const state = row.seller_nick === null ? '' : `\t${row.seller_nick}\t${good ? '授权有效' : '授权已过期'}`
    console.log(`${row.type}\t${row.name}${state}`)
  }
  if (rows.length === 0) console.log('还没有店铺')
}

await runCommand(async ([command, name, named]) => {
  const type = shopTypes.find((known) => known === named)
  if ((command !== 'authorize' && command !== 'list') || !name || named !== type) throw new UsageError(usage)
  const session = command === 'authorize' ? await readSession() : ''
  await withDatabase(async ({ config, db, clock, sealer }) => {
    const report = (what: string, error: unknown) => console.error(what, error)
    const { marketplaces } = await openMarketplaces(config, { clock, reserve: reserveTurn.bind(null, db), report })
    const deps: Needs = { db, clock, sealer: await sealer(), marketplaces }
    if (command === 'authorize') await authorize(deps, name, session, type ?? onlyMarketplaceType(deps))
    else await list(deps, name)
  })
})
