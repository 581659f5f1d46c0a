import { useCallback, useEffect, useRef, useState } from 'react'
import type { FactoryPhoneModel } from '../../../../contract/types'
import { toastSuccess } from '../../../ui/toast'
import { scoreText } from '../matching/match-plan'
import { runMatching } from '../matching/run-matching'
import type { Choosing } from './choice-dialog'
import { modelChoice, type Suggestion } from './choices'
import { fullName, type ModelRow } from './model-rows'
import { useModelBinding } from './mutations'

/** What the matcher would think of first for one model: its match, and what came close. */
async function suggestionsFor(row: ModelRow, moulds: readonly FactoryPhoneModel[], signal: AbortSignal): Promise<Suggestion[]> {
  const factories = moulds.map(({ code, name }) => ({ code, name }))
  const [proposal] = await runMatching({ sellers: [{ id: row.id, brand: row.brand, name: row.name }], factories }, { signal })
  if (!proposal) return []
  const found = [proposal.match, proposal.runnerUp, ...proposal.near].filter((one) => one !== null)
  const byCode = new Map(found.map((one) => [one.factory.code, one]))
  return [...byCode.values()]
    .sort((a, b) => b.score - a.score)
    .slice(0, 3)
    .map(({ factory, score, reason }) => ({ key: factory.code, note: `匹配度 ${scoreText(score)}，${reason}` }))
}

/** The dialog in which a person chooses what one model is bound to. */
export function useModelChoice(factoryId: number, moulds: readonly FactoryPhoneModel[]) {
  const { put } = useModelBinding(factoryId)
  const [choosing, setChoosing] = useState<Choosing | null>(null)
  const looking = useRef<AbortController | null>(null)
  const now = useRef({ moulds, put })
  now.current = { moulds, put }
  useEffect(() => () => looking.current?.abort(), [])

  const open = useCallback(async (row: ModelRow) => {
    looking.current?.abort()
    const controller = new AbortController()
    looking.current = controller
    const { moulds: listed } = now.current
    // Suggestions are a help: without them the whole list is there all the same.
    const suggestions = await suggestionsFor(row, listed, controller.signal).catch(() => [])
    if (controller.signal.aborted) return
    const value = row.mould?.code ?? null
    setChoosing({
      title: `${row.state === 'none' ? '绑定' : '更换'}「${fullName(row)}」的工厂型号`,
      okText: row.state === 'none' ? '绑定' : '更换',
      label: '工厂型号',
      choices: listed.map(modelChoice),
      suggestions,
      value,
      ...(row.state === 'gone' && {
        note: `原来绑定的 ${row.binding?.erpPhoneModelCode} 已不在工厂的列表里，请选择现在对应的型号。`,
      }),
      save: async (erpPhoneModelCode) => {
        await now.current.put.mutateAsync({ phoneModelId: row.id, erpPhoneModelCode })
        toastSuccess(row.state === 'none' ? '绑定成功' : '更改成功')
      },
    })
  }, [])
  return { choosing, open, close: () => setChoosing(null) }
}
