/** Adds phones of the library 常用机型 to a catalogue: brands, models, colours of materials and standard wireframes, in one call. */

import { maxFramedPhones } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Parsed, Reply } from '../../../contract/core'
import { libraryPhone } from '../../../contract/library/library'
import type { Ctx } from '../../kernel/context'
import { invalid } from '../../kernel/failure'
import { transact } from '../../kernel/transact'
import { ensureColors } from './colors'
import { ensureModels } from './entries'
import { makeFrames } from './standard-wireframes'

type Call = AppContract['phoneLibrary']['add']

/**
 * Adds what is missing, so that the same call again changes nothing. Brands, models and colours are created together or not at all;
 * wireframes follow model by model, and a repeated call goes on where one was interrupted.
 */
export async function addFromLibrary(ctx: Ctx, body: Parsed<Call>['body']): Promise<Reply<Call>> {
  const phones = body.phones.map((name, at) => {
    const phone = libraryPhone(name)
    if (!phone) throw invalid(`phones.${at}`, `常用机型里没有“${name}”，请刷新后重新选择`)
    return phone
  })
  requireFew(body, phones.length)
  const { models, colors } = await transact(ctx, async (inner) => ({
    models: await ensureModels(inner, phones),
    colors: await ensureColors(inner, body),
  }))
  const added: Reply<Call>['phones'] = []
  for (const [at, phone] of phones.entries()) {
    const model = models[at]
    if (!model) continue
    const wanted = { model, phone, colors, mould: null, enabled: body.enabled }
    const frames = body.wireframes ? await makeFrames(ctx, wanted) : { made: 0, kept: 0 }
    added.push({ phone: body.phones[at] ?? '', ...model, ...frames })
  }
  return { phones: added, colorIds: colors.map(({ id }) => id) }
}

/** Drawing takes a second for each phone, and a call has a minute. */
export function requireFew({ wireframes }: { readonly wireframes: boolean }, count: number): void {
  if (wireframes && count > maxFramedPhones)
    throw invalid('phones', `一次最多为 ${maxFramedPhones} 个机型生成标准线框，请分几次添加`)
}
