/** `npm run rotate`: seals all secrets of the database with a new SECRET_KEY. */
import { rotateKeys } from '../providers/sealer'
import { runCommand, UsageError, withDatabase } from './command'

const usage = `Usage: SECRET_KEY=new SECRET_KEY_OLD=old npm run rotate [-- --forget]
  Seals every shop authorization and factory key with SECRET_KEY that SECRET_KEY_OLD opens, or the key that the server had generated.
  All servers must have both keys by then. Interrupted, it is repeated. Afterwards remove SECRET_KEY_OLD.
  --forget  gives up what none of the keys opens, when a key is lost: sellers authorize their shops and enter their keys again`

await runCommand(async (args) => {
  const forget = args[0] === '--forget'
  if (args.length > (forget ? 1 : 0)) throw new UsageError(usage)
  await withDatabase(async ({ db, config }) => {
    const { resealed, current, unreadable } = await rotateKeys(db, config, forget)
    const done = `已用新密钥重新加密 ${resealed} 项，${current} 项已是新密钥`
    if (unreadable > 0 && !forget) {
      const next = '请把加密时的密钥设为 SECRET_KEY_OLD 后重试；密钥确已丢失时加 --forget，卖家需要重新授权店铺、重新填写 key'
      throw new Error(`${done}；有 ${unreadable} 项用这些密钥都无法打开，没有改动。${next}`)
    }
    const given = unreadable > 0 ? `，放弃了无法打开的 ${unreadable} 项（卖家需要重新授权店铺、重新填写 key）` : ''
    console.log(`${done}${given}。现在可以去掉 SECRET_KEY_OLD`)
  })
})
