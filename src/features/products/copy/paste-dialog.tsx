import { Alert, Button } from '@arco-design/web-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomizationSetting } from '../../../../contract/types'
import { productKeys } from '../../../api/queries/products'
import { type Api, useApi } from '../../../api/services'
import { batchesOf } from '../../../base/batches'
import { SettingSummary } from '../../../customization-settings/setting-summary'
import { DialogFoot } from '../../../ui/dialog-foot'
import { FailureText, LoadError } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { useValueWhileClosing } from '../../../ui/use-value-while-closing'
import { useProductMutations } from '../mutations'
import { rowName, type SkuRow, shortRowName, targetOf } from '../sku-rows'
import { planOf } from './copy-plan'

interface PasteDialogProps {
  readonly shopId: number
  readonly source: SkuRow | null
  /** The rows that receive the source's configuration; null while the dialog is closed. */
  readonly targets: readonly SkuRow[] | null
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Most products whose settings one call reads. */
const productsPerCall = 100

async function readSettings(api: Api, shopId: number, rows: readonly SkuRow[], signal: AbortSignal) {
  const ids = [...new Set(rows.map(({ product }) => product.originalId))]
  const settings: CustomizationSetting[] = []
  for (const batch of batchesOf(ids, productsPerCall)) {
    const query = { shopId, productOriginalIds: batch.join(',') }
    settings.push(...(await api.customizationSettings.list({ query }, { signal, quiet: true, again: true })))
  }
  return settings
}

/** Shows what copying will add and overwrite, and copies once it is confirmed. */
export function PasteDialog(props: PasteDialogProps) {
  const { onClose } = props
  const isOpen = props.targets !== null
  const source = useValueWhileClosing(isOpen, props.source)
  const targets = useValueWhileClosing(isOpen, props.targets)
  return (
    <Modal
      visible={isOpen}
      title="应用复制的配置"
      footer={null}
      onCancel={onClose}
      style={{ width: 560, maxWidth: 'calc(100vw - 32px)' }}
    >
      {source && targets && <Preview {...props} source={source} targets={targets} />}
    </Modal>
  )
}

interface PreviewProps extends PasteDialogProps {
  readonly source: SkuRow
  readonly targets: readonly SkuRow[]
}

function Preview({ shopId, source, targets, onDone, onClose }: PreviewProps) {
  const api = useApi()
  const { copy } = useProductMutations(shopId)
  const [error, setError] = useState<unknown>(null)
  // Never from the cache: another window may have configured some of them since they were ticked.
  const current = useQuery({
    queryKey: [...productKeys.settings(shopId), 'preview', targets.map(({ id }) => id), source.id],
    queryFn: ({ signal }) => readSettings(api, shopId, [source, ...targets], signal),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  })
  const plan = current.data && planOf(source, targets, current.data)
  const apply = useOneAtATime(async () => {
    if (!plan) return
    setError(null)
    try {
      await copy.mutateAsync({ from: targetOf(source), to: plan.changed.map(targetOf) })
      toastSuccess(`已应用到 ${plan.changed.length} 个规格`)
      onDone()
    } catch (cause) {
      setError(cause)
    }
  })
  if (current.isError && !plan)
    return <LoadError error={current.error} onRetry={() => void current.refetch()} retrying={current.isFetching} />
  if (!plan) return <p role="status">正在核对已有的配置…</p>
  const { setting, added, overwritten, unchanged, changed } = plan
  return (
    <>
      <p className="products-plan-title">
        把「{shortRowName(source)}」的配置应用到勾选的 {targets.length} 个规格：
      </p>
      {setting === null ? (
        <Alert type="error" content="这个规格的配置已经不在了，请重新选择要复制的规格。" />
      ) : (
        <>
          <SettingSummary setting={setting} />
          <ul className="products-plan numeric">
            <li>新增 {added.length} 个</li>
            <li>覆盖 {overwritten.length} 个</li>
            {unchanged.length > 0 && <li>已经相同，跳过 {unchanged.length} 个</li>}
          </ul>
        </>
      )}
      {setting !== null && overwritten.length > 0 && (
        <section aria-label="将被覆盖的配置">
          <p className="products-plan-title">这些规格现在的配置会被覆盖，不能撤销：</p>
          <ul className="products-names">
            {overwritten.map((row) => (
              <li key={row.id}>{rowName(row)}</li>
            ))}
          </ul>
        </section>
      )}
      {error !== null && <Alert type="error" className="form-alert" content={<FailureText error={error} />} />}
      <DialogFoot onCancel={onClose}>
        <Button type="primary" disabled={setting === null || changed.length === 0} loading={copy.isPending} onClick={apply}>
          {changed.length === 0 ? '没有需要修改的规格' : `应用到 ${changed.length} 个规格`}
        </Button>
      </DialogFoot>
    </>
  )
}
