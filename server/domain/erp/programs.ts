/** Chooses a factories' program from this server's record of them, and reads what a seller typed of a key of it. */
import type { ErpKind } from '../../../contract/constants'
import type { ErpProgram as Shown } from '../../../contract/types'
import type { Ctx, Deps } from '../../kernel/context'
import { Failure, invalid } from '../../kernel/failure'
import { requireOwned } from '../../kernel/owned'
import type { Erp, ErpKey, ErpKeyField, ErpProgram } from '../../ports/erp'

type Has = Pick<Deps, 'erps'>

const entriesOf = ({ erps }: Has): readonly (readonly [ErpKind, Erp])[] =>
  Object.entries(erps).flatMap(([kind, erp]) => (erp && !erp.program.isOwn ? [[Number(kind), erp] as const] : []))

/** Returns the programs of this server that take a key; none where no factory can be reached. */
export async function listPrograms(ctx: Has): Promise<Shown[]> {
  return entriesOf(ctx).map(([erp, { program }]) => ({
    erp,
    name: program.name,
    keyFields: program.keyFields.map(({ name, label, hint }) => ({ name, label, hint })),
    demoKey: program.demoKey && { ...program.demoKey },
  }))
}

/** Returns the program of this kind; throws a Failure 'unavailable' when this server has none. */
export function erpOf({ erps }: Has, kind: ErpKind): Erp {
  const erp = erps[kind]
  if (!erp) throw new Failure('unavailable', '本站尚未开通工厂对接，请联系客服')
  return erp
}

/** Returns the program that a caller named; throws 'invalid' for one that this server does not have beside others. */
export function namedErp(ctx: Has, kind: ErpKind): Erp {
  if (!entriesOf(ctx).some(([known]) => known === kind) && entriesOf(ctx).length > 0)
    throw invalid('erp', '没有这个工厂程序，请刷新后重新选择')
  return erpOf(ctx, kind)
}

/** Returns the program that a factory of the caller takes orders with; rejects with 'unavailable' when this server does not have it. */
export async function programOf(ctx: Ctx, factory: { readonly integration_id: number }): Promise<Erp> {
  const { erp } = await requireOwned(ctx, 'erp_integration', factory.integration_id, '工厂授权')
  return erpOf(ctx, erp)
}

/** The fields of a key as a call has them. */
export interface TypedKey {
  readonly apiAccessToken?: string | null | undefined
  readonly key?: Readonly<Record<string, string>> | undefined
}

const single = 'apiAccessToken'
/** The field of a call that holds a field of a key. */
const pathOf = ({ name }: ErpKeyField): string => (name === single ? name : `key.${name}`)
/** The field at which a refusal of a whole key is shown. */
export const refusalPath = ({ keyFields }: ErpProgram): string => pathOf(keyFields.at(-1) ?? keyFields[0])

const maxLength = 500

function problemOf({ label, shape }: ErpKeyField, text: string): string | null {
  if (text === '') return `请输入${label}`
  if (text.length > maxLength) return `${label} 不能超过 ${maxLength} 个字符`
  if (!/^[\x21-\x7e]*$/.test(text)) return `${label} 只能包含字母、数字和符号，不能有空格`
  return shape && !shape.pattern.test(text) ? shape.problem : null
}

/** Returns the key that was typed for a program; throws 'invalid' at the first field that is missing or cannot be right. */
export function keyTyped({ keyFields }: ErpProgram, typed: TypedKey): ErpKey {
  const given = new Map(Object.entries({ ...typed.key, [single]: typed.apiAccessToken ?? '' }))
  const entries = keyFields.map((field) => {
    const text = given.get(field.name)?.trim() ?? ''
    const problem = problemOf(field, text)
    if (problem !== null) throw invalid(pathOf(field), problem)
    return [field.name, text] as const
  })
  return Object.fromEntries(entries)
}
