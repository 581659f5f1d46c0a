import { Button, Spin } from '@arco-design/web-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import { printsLookSame } from '../../../../contract/rules/rendering'
import type { Customization, RenderingComparison } from '../../../../contract/types'
import { comparisonQuery, orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { FailureText, LoadError } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'

interface RenderingDialogProps {
  readonly visible: boolean
  readonly customization: Customization
  readonly onClose: () => void
}

function verdictOf(comparison: RenderingComparison, lock: Customization['designLock']): string {
  const again = '原来的文件丢失了，按订单里的设计重新生成的和原来一样'
  if (comparison.old === null) return lock === null ? `${again}。` : `${again}，不再扣点。`
  const verdict = printsLookSame(comparison)
    ? '两张图看不出差别，不需要更换。'
    : `有 ${comparison.differingPercent.toFixed(1)}% 的像素看得出差别，请对照后决定。`
  return lock === null ? verdict : `${verdict}${lockTexts[lock]}`
}

const lockTexts = {
  charged: '这张定制图已下载（扣点），打印的须是已付款的那一张，不能再更换。',
  pushed: '这张定制图已推送到工厂，不能再更换。',
} as const

const sizeOf = (width: number, height: number) => `${width} × ${height} px`

/** Draws the print file of a design again and shows it beside the present one, before it takes its place. */
export function RenderingDialog({ visible, customization, onClose }: RenderingDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { id, version, designLock } = customization
  const comparison = useQuery({ ...comparisonQuery(api, id, version), enabled: visible })
  const { data } = comparison
  const isLost = data?.old === null
  const use = useMutation({
    mutationFn: (seen: number) =>
      api.customizations.render({ params: { id }, body: { version: seen } }, { quiet: true, timeoutMs: 60_000 }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orderKeys.all })
      toastSuccess(isLost ? '定制图已重新生成' : '已换成重新生成的定制图，原来的保留在历史版本里')
      onClose()
    },
  })
  return (
    <Modal
      visible={visible}
      title={`重新生成「${phoneNameOf(customization)}」的定制图`}
      style={{ width: 'min(860px, 96vw)' }}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{isLost ? '取消' : '保留原图'}</Button>
          <Button
            type="primary"
            disabled={data === undefined || (designLock !== null && !isLost)}
            loading={use.isPending}
            onClick={() => data && use.mutate(data.version)}
          >
            使用新图
          </Button>
        </>
      }
    >
      {data === undefined && comparison.isError ? (
        <LoadError error={comparison.error} onRetry={() => void comparison.refetch()} />
      ) : data === undefined ? (
        <Spin className="order-wait" tip="正在按设计图层重新生成" />
      ) : (
        <>
          <p className="order-rendering-verdict" role="status">
            {verdictOf(data, designLock)}
          </p>
          {use.isError && (
            <p role="alert" className="order-rendering-failure">
              没有换成：
              <FailureText error={use.error} />
            </p>
          )}
          <div className="order-rendering">
            {[
              data.old && { name: '原图', url: data.old.picture, note: sizeOf(data.old.width, data.old.height) },
              { name: '新图', url: data.newPicture, note: sizeOf(data.width, data.height) },
              data.old && {
                name: '差别',
                url: data.old.differencePicture,
                note: `平均 ${data.meanDifference.toFixed(2)} / 255`,
              },
            ]
              .filter((one) => one !== null)
              .map(({ name, url, note }) => (
                <figure key={name}>
                  <img src={url} alt={name} className="checkerboard" />
                  <figcaption>
                    {name} <span className="numeric">{note}</span>
                  </figcaption>
                </figure>
              ))}
          </div>
        </>
      )}
    </Modal>
  )
}
