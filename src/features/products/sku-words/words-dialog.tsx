/** 按规格文字配置: proposes models, materials, colours and settings from the words of SKUs, and sets up what stays ticked in one step. */
import { Alert } from '@arco-design/web-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { randomHex } from '../../../../contract/ground/hex'
import type { SkuWordsApply } from '../../../../contract/types'
import { catalogueKeys } from '../../../api/queries/catalogue'
import { productKeys } from '../../../api/queries/products'
import { useApi } from '../../../api/services'
import { screens } from '../../../base/paths'
import { GuardedForm, leaveForm } from '../../../ui/guarded-form'
import { combineResults, ListView } from '../../../ui/list-view'
import { Modal } from '../../../ui/modal'
import { SwitchField } from '../../../ui/switch-field'
import { TableSkeleton } from '../../../ui/table-skeleton'
import { offerUndo } from '../../../ui/undo'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { CaseRows } from './case-rows'
import { bodyOf, isOffered, planOf, planText, untouched } from './draft'
import { ModelRows } from './model-rows'
import { firstChoice, proposalsOf } from './proposals'
import type { WordsScope } from './scopes'
import { SkuList } from './sku-list'
import { appliedText, undoneText } from './texts'
import { useWords, type WordsData } from './use-words'
import './sku-words.css'

interface SkuWordsDialogProps {
  readonly shopId: number
  readonly visible: boolean
  readonly scope: WordsScope
  readonly onClose: () => void
}

export default function SkuWordsDialog({ shopId, visible, scope, onClose }: SkuWordsDialogProps) {
  const shown = useValueWhileClosing(visible, scope)
  const [isReady, setReady] = useState(false)
  const isShown = visible && (!shown.isOffer || isReady)
  useEffect(() => {
    if (!visible) setReady(false)
  }, [visible])
  return (
    <>
      {visible && shown.isOffer && !isReady && (
        <Check shopId={shopId} scope={shown} onAnswer={(has) => (has ? setReady(true) : onClose())} />
      )}
      <Modal
        visible={isShown}
        title="按规格文字配置"
        className="guarded-dialog words-dialog"
        footer={null}
        onCancel={() => leaveForm(onClose)}
        style={{ width: 880, maxWidth: 'calc(100vw - 32px)' }}
      >
        <Loading shopId={shopId} scope={shown} onClose={onClose} />
      </Modal>
    </>
  )
}

interface PartProps {
  readonly shopId: number
  readonly scope: WordsScope
}

/** Reads the words before the dialog is shown, and answers whether it would propose anything; a failed reading is no. */
function Check({ shopId, scope, onAnswer }: PartProps & { readonly onAnswer: (has: boolean) => void }) {
  const { results, data } = useWords(shopId)
  const failed = results.some(({ isError }) => isError)
  const has = useMemo(
    () => data && proposalsOf(data.rows.filter(scope.includes), data.models).skus.some(isOffered),
    [data, scope],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: `onAnswer` is another function on every render
  useEffect(() => {
    if (failed) onAnswer(false)
    else if (has !== undefined) onAnswer(has)
  }, [failed, has])
  return null
}

function Loading({ onClose, ...part }: PartProps & { readonly onClose: () => void }) {
  const { results, data } = useWords(part.shopId)
  return (
    <ListView result={combineResults(results, data)} skeleton={<TableSkeleton label="正在读取规格文字" />}>
      {(read) => <Fields {...part} first={read} onClose={onClose} />}
    </ListView>
  )
}

interface FieldsProps extends PartProps {
  readonly first: WordsData
  readonly onClose: () => void
}

function Fields({ shopId, scope, first, onClose }: FieldsProps) {
  // Read once: a refetched list must not change what is being filled in.
  const [data] = useState(first)
  const [runKey] = useState(() => randomHex())
  const proposals = useMemo(() => proposalsOf(data.rows.filter(scope.includes), data.models), [data, scope])
  const [initialDraft] = useState(() =>
    untouched(new Map(proposals.cases.map((named) => [named.key, firstChoice(named, data.materials)]))),
  )
  const [draft, setDraft] = useState(initialDraft)
  const plan = planOf(proposals, draft)
  const { apply, undo } = useWordsMutations(shopId)

  const save = async () => {
    if (plan.length === 0) return false
    const applied = await apply.mutateAsync(bodyOf(plan, draft, { shopId, runKey }))
    offerUndo(appliedText(applied), async () => undoneText(await undo.mutateAsync(runKey)))
    return true
  }
  const offered = proposals.skus.filter(isOffered)
  const draws = plan.some(({ choice }) => choice?.material && choice.color)
  return (
    <GuardedForm
      isDirty={draft !== initialDraft}
      okText={plan.length === 0 ? '配置规格' : `配置 ${plan.length} 个规格`}
      save={save}
      onSaved={onClose}
      onCancel={onClose}
      note={<span className="numeric">{planText(plan)}</span>}
    >
      {offered.length === 0 && (
        <Alert
          type="info"
          content="这些规格没有可以新配置的：已经有配置，或者文字里没有读到机型。可以在列表里勾选规格，用“批量配置”。"
          action={<Link href={screens.brands({ dialog: 'common' })}>从常用机型添加</Link>}
        />
      )}
      {data.hasMore && (
        <Alert type="info" content={`商品很多，先列出最新的 ${data.rows.length} 个规格；配好以后再打开，就是其余的。`} />
      )}
      <ModelRows proposals={proposals} catalogue={data.models} draft={draft} onChange={setDraft} />
      <CaseRows proposals={proposals} materials={data.materials} draft={draft} onChange={setDraft} />
      <SkuList proposals={proposals} draft={draft} onChange={setDraft} />
      {offered.length > 0 && (
        <div className="words-switches">
          <SwitchField
            checked={draft.wireframes && draws}
            disabled={!draws}
            onChange={(wireframes) => setDraft({ ...draft, wireframes })}
          >
            生成标准线框
          </SwitchField>
          <SwitchField
            checked={draft.wireframes && draws && draft.enabled}
            disabled={!draft.wireframes || !draws}
            onChange={(enabled) => setDraft({ ...draft, enabled })}
          >
            新的直接上架
          </SwitchField>
          <p className="words-hint">
            {draws ? '标准线框，请与工厂模具核对：圆角和摄像头位置是估计的。' : '选了材质和颜色，才能生成标准线框。'}
          </p>
        </div>
      )}
    </GuardedForm>
  )
}

function useWordsMutations(shopId: number) {
  const api = useApi()
  const queries = useQueryClient()
  // The server may have carried out a failed call, so read again.
  const onSettled = () => {
    void queries.invalidateQueries({ queryKey: catalogueKeys.all })
    void queries.invalidateQueries({ queryKey: productKeys.settings(shopId) })
  }
  const apply = useMutation({
    mutationFn: (body: SkuWordsApply) => api.skuWords.apply({ body }, { quiet: true }),
    onSettled,
  })
  const undo = useMutation({
    mutationFn: (runKey: string) => api.skuWords.undo({ body: { shopId, runKey } }, { quiet: true }),
    onSettled,
  })
  return { apply, undo }
}
