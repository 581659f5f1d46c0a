/** `npm run rotate`: seals all secrets of the database with a new SECRET_KEY. */
import { rotateKeys } from '../providers/sealer'
import { runCommand, UsageError, withDatabase } from './command'

const usage = `Usage: SECRET_KEY=new SECRET_KEY_OLD=old npm run rotate
  Seals every shop authorization and factory key with SECRET_KEY that SECRET_KEY_OLD opens, or the key that the server had generated.
  All servers must have both keys by then. Interrupted, it is repeated. Afterwards remove SECRET_KEY_OLD.`

await runCommand(async (args) => {
  if (args.length > 0) throw new UsageError(usage)
  await withDatabase(async ({ db, config }) => {
    const { resealed, current, unreadable } = await rotateKeys(db, config)
    console.log(`已用新密钥重新加密 ${resealed} 项，${current} 项已是新密钥。现在可以去掉 SECRET_KEY_OLD`)
    if (unreadable > 0) throw new Error(`有 ${unreadable} 项用这些密钥都无法打开，需要重新授权店铺或重新填写 key`)
  })
})
