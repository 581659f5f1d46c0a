import { Alert, Button, Checkbox } from '@arco-design/web-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type StarterKey, starterKeys } from '../../../../contract/constants'
import { fontKeys } from '../../../api/queries/fonts'
import { templateKeys } from '../../../api/queries/templates'
import { useApi } from '../../../api/services'
import { DialogFoot } from '../../../ui/dialog-foot'
import { FailureText } from '../../../ui/failure-view'
import { Modal } from '../../../ui/modal'
import { toastSuccess } from '../../../ui/toast'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import name from './name.png'
import photo from './photo.png'
import stickers from './stickers.png'
import './starters.css'

const facts: Readonly<Record<StarterKey, { readonly name: string; readonly hint: string; readonly picture: string }>> = {
  name: { name: '极简姓名', hint: '买家改名字和日期', picture: name },
  photo: { name: '整版照片', hint: '买家换照片、写一句话', picture: photo },
  stickers: { name: '贴纸首字母', hint: '买家改首字母和小字', picture: stickers },
}

interface StartersDialogProps {
  readonly visible: boolean
  /** The collection that is open; null while there is none, so that one is made. */
  readonly collectionId: number | null
  readonly onClose: () => void
  /** Called with the collection that has the new templates. */
  readonly onAdded: (collectionId: number) => void
}

/** 从示例模板开始: adds finished designs of ours, sized for a phone of the account, to be changed as one's own. */
export default function StartersDialog({ visible, collectionId, onClose, onAdded }: StartersDialogProps) {
  const api = useApi()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<readonly StarterKey[]>(starterKeys)
  const adding = useMutation({
    mutationFn: () => api.templates.addStarters({ body: { collectionId, starters: [...chosen] } }, { quiet: true }),
    onSuccess: async ({ collectionId: added, templateIds }) => {
      // The texts bring a font along, which becomes one of the shop.
      await Promise.all([
        queries.invalidateQueries({ queryKey: templateKeys.all }),
        queries.invalidateQueries({ queryKey: fontKeys.all }),
      ])
      toastSuccess(`已添加 ${templateIds.length} 个模板，点开就能改成自己的`)
      onAdded(added)
    },
  })
  // The second of a double click comes before the button shows that it works, or while the dialog is closing.
  const isAdded = useRef(false)
  useEffect(() => {
    if (visible) isAdded.current = false
  }, [visible])
  const add = useOneAtATime(async () => {
    if (isAdded.current) return
    await adding.mutateAsync().then(
      () => {
        isAdded.current = true
      },
      () => undefined,
    )
  })
  const toggle = (key: StarterKey, on: boolean) =>
    setChosen(starterKeys.filter((one) => (one === key ? on : chosen.includes(one))))
  return (
    <Modal visible={visible} title="从示例模板开始" footer={null} onCancel={onClose} className="starters">
      <ul className="starters-list">
        {starterKeys.map((key) => (
          <li key={key}>
            <Checkbox
              className="starters-card"
              checked={chosen.includes(key)}
              disabled={adding.isPending}
              onChange={(on) => toggle(key, on)}
            >
              <img src={facts[key].picture} alt="" width={180} height={360} />
              <span className="starters-name">{facts[key].name}</span>
              <span className="starters-hint">{facts[key].hint}</span>
            </Checkbox>
          </li>
        ))}
      </ul>
      {adding.error !== null && <Alert type="error" content={<FailureText error={adding.error} />} />}
      <DialogFoot
        note="按您第一个在售机型的尺寸生成，添加后就上架；文字用站酷快乐体（免费商用）。"
        onCancel={onClose}
        busy={adding.isPending}
      >
        <Button type="primary" loading={adding.isPending} disabled={chosen.length === 0} onClick={add}>
          {chosen.length > 0 ? `添加 ${chosen.length} 个模板` : '添加模板'}
        </Button>
      </DialogFoot>
    </Modal>
  )
}
