import { useEffect, useRef, useState } from 'react'
import type { FactoryPhoneModel } from '../../../../contract/types'
import { toastSuccess } from '../../../ui/toast'
import { useLatest } from '../../../ui/use-latest'
import type { KnownFactory } from '../matching/match'
import { scoreText } from '../matching/match-plan'
import { readFactory } from '../matching/run-matching'
import type { Choosing } from './choice-dialog'
import { modelChoice, type Suggestion } from './choices'
import { fullName, type ModelRow } from './model-rows'
import { useModelBinding } from './mutations'

/** The suggestions of the matcher for one model: its match, the runner-up and near candidates. */
function suggestionsFor({ id, brand, name }: ModelRow, factory: KnownFactory): readonly Suggestion[] {
  const { match, runnerUp, near } = factory.propose({ id, brand, name })
  const found = [match, runnerUp, ...near].filter((one) => one !== null)
  const byCode = new Map(found.map((one) => [one.factory.code, one]))
  return [...byCode.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ factory: { code }, score, reason }) => ({ key: code, note: `匹配度 ${scoreText(score)}，${reason}` }))
}

/** Reads a factory's names while the table is shown, so that a dialog need not wait for them. */
function useKnownFactory(factoryModels: readonly FactoryPhoneModel[]) {
  const known = useRef<Promise<KnownFactory> | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const reading = readFactory(
      factoryModels.map(({ code, name }) => ({ code, name })),
      controller.signal,
    )
    // It rejects when the list is left; whoever awaits it handles the rejection.
    reading.catch(() => undefined)
    known.current = reading
    return () => controller.abort()
  }, [factoryModels])
  return known
}

/** The dialog in which a person chooses what one model is bound to. */
export function useModelChoice(factoryId: number, factoryModels: readonly FactoryPhoneModel[]) {
  const { put } = useModelBinding(factoryId)
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const known = useKnownFactory(factoryModels)
  const asked = useRef(0)
  const choices = useLatest(() => factoryModels.map(modelChoice))
  const bind = useLatest(put.mutateAsync)

  const open = useLatest(async (row: ModelRow) => {
    const turn = ++asked.current
    // Suggestions are optional: without them the whole list is still offered.
    const suggestions =
      (await known.current?.then(
        (factory) => suggestionsFor(row, factory),
        () => null,
      )) ?? []
    if (turn !== asked.current) return
    const value = row.factoryModel?.code ?? null
    setChoosing({
      title: `${row.state === 'none' ? '绑定' : '更换'}「${fullName(row)}」的工厂型号`,
      okText: row.state === 'none' ? '绑定' : '更换',
      label: '工厂型号',
      choices: choices(),
      suggestions,
      value,
      ...(row.state === 'gone' && {
        note: `原来绑定的 ${row.binding?.erpPhoneModelCode} 已不在工厂的列表里，请选择现在对应的型号。`,
      }),
      save: async (erpPhoneModelCode) => {
        await bind({ phoneModelId: row.id, erpPhoneModelCode })
        toastSuccess(row.state === 'none' ? '绑定成功' : '更改成功')
      },
    })
  })
  return { choosing, open, close: () => setChoosing(null) }
}
