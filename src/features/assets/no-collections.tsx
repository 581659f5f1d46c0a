import { Button } from '@arco-design/web-react'
import { IconPlus } from '@arco-design/web-react/icon'
import { EmptyState } from '../../ui/empty'
import type { AssetKind } from './asset-kinds'
import { LibraryPicture } from './library-picture'

/** Shown while a library has no collections. */
export function NoCollections({ kind, onAdd }: { readonly kind: AssetKind; readonly onAdd: () => void }) {
  return (
    <EmptyState
      picture={<LibraryPicture />}
      title={`先建一个${kind.label}分组`}
      text={`${kind.purpose}建好分组就可以上传${kind.noun}。`}
      action={
        <Button type="primary" icon={<IconPlus />} onClick={onAdd}>
          新建分组
        </Button>
      }
    />
  )
}
