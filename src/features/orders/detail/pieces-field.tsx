import { caseNameOf } from '../../../../contract/rules/case-names'
import { piecesOf, undecidedText } from '../../../../contract/rules/pieces'
import type { OrderItem } from '../../../../contract/types'
import { useDecidePieces } from '../../../api/decide-pieces'
import { SplitField } from '../../../ui/split-field'
import { toastSuccess } from '../../../ui/toast'

interface PiecesFieldProps {
  readonly orderId: number
  readonly item: OrderItem
}

/** 件数: asks how many are made of each design where the bought quantity does not say it. A sync does not overwrite the answer. */
export function PiecesField({ orderId, item }: PiecesFieldProps) {
  const save = useDecidePieces(orderId, item.id, () => toastSuccess('件数已保存'))
  const { quantity, customizations } = item
  const decided = piecesOf(item)
  // A design that was made once more has no pieces of its own.
  const isRemade = ({ id }: { readonly id: number }) => customizations.some(({ remakeOf }) => remakeOf === id)
  const none = customizations.filter(isRemade).map(({ id }) => [id, 0] as const)
  // The quantities of such an item already determine its pieces.
  if (piecesOf({ ...item, decidedPieces: null }) !== null || customizations.length === 0) return null
  return (
    <SplitField
      legend={decided === null ? `${undecidedText}：每个定制做几件？` : '每个定制的件数'}
      unit="件"
      total={quantity}
      lines={customizations.flatMap((one, index) =>
        isRemade(one) ? [] : [{ id: one.id, name: `定制 ${index + 1}：${caseNameOf(one)}` }],
      )}
      value={decided}
      saveText="保存件数"
      isSaving={save.isPending}
      error={save.error}
      onSave={(pieces) => save.mutate(new Map([...pieces, ...none]))}
    />
  )
}
