import { useEffect, useRef, useState } from 'react'
import type { FactoryPhoneModel } from '../../../../contract/types'
import { toastSuccess } from '../../../ui/toast'
import { useLatest } from '../../../ui/use-latest'
import type { FactoryIndex } from '../matching/match'
import { scoreText } from '../matching/match-plan'
import { readFactory } from '../matching/run-matching'
import type { ChoiceRequest } from './choice-dialog'
import { modelChoice, type Suggestion } from './choices'
import { fullName, type ModelRow } from './model-rows'
import { useModelBinding } from './mutations'

/** The suggestions of the matcher for one model: its match, the runner-up and near candidates. */
function suggestionsFor({ id, brand, name }: ModelRow, factory: FactoryIndex): readonly Suggestion[] {
  const { match, runnerUp, near } = factory.propose({ id, brand, name })
  const found = [match, runnerUp, ...near].filter((one) => one !== null)
  const byCode = new Map(found.map((one) => [one.factory.code, one]))
  return [...byCode.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ factory: { code }, score, reason }) => ({ key: code, note: `匹配度 ${scoreText(score)}，${reason}` }))
}

/** Reads a factory's names while the table is shown, so that a dialog need not wait for them. */
function useFactoryReading(factoryModels: readonly FactoryPhoneModel[]) {
  const factoryReading = useRef<Promise<FactoryIndex> | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const factory = readFactory(
      factoryModels.map(({ code, name }) => ({ code, name })),
      controller.signal,
    )
    // It rejects when the list is left; whoever awaits it handles the rejection.
    factory.catch(() => undefined)
    factoryReading.current = factory
    return () => controller.abort()
  }, [factoryModels])
  return factoryReading
}

/** The dialog in which a person chooses what one model is bound to. */
export function useModelChoice(factoryId: number, factoryModels: readonly FactoryPhoneModel[]) {
  const { put } = useModelBinding(factoryId)
  const [request, setRequest] = useState<ChoiceRequest | null>(null)
  const factoryReading = useFactoryReading(factoryModels)
  const openCount = useRef(0)
  const choices = useLatest(() => factoryModels.map(modelChoice))
  const bind = useLatest(put.mutateAsync)

  const open = useLatest(async (row: ModelRow) => {
    const openNumber = ++openCount.current
    // Suggestions are optional: without them the whole list is still offered.
    const suggestions =
      (await factoryReading.current?.then(
        (factory) => suggestionsFor(row, factory),
        () => null,
      )) ?? []
    if (openNumber !== openCount.current) return
    const value = row.factoryModel?.code ?? null
    setRequest({
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
  return { request, open, close: () => setRequest(null) }
}
