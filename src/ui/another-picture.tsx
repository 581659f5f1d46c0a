import { Button } from '@arco-design/web-react'
import { useRef } from 'react'
import { filesOfInput, type PickedFile } from '../base/picked-files'
import { pictureAccept } from '../base/picture-files'

interface AnotherPictureProps {
  /** Name of the file that failed. */
  readonly name: string
  readonly onFile: (file: PickedFile) => void
}

/** Picks another file to replace one that failed. */
export function AnotherPicture({ name, onFile }: AnotherPictureProps) {
  const field = useRef<HTMLInputElement>(null)
  const label = `换一张图片代替「${name}」`
  return (
    <>
      <input
        ref={field}
        type="file"
        hidden
        aria-label={label}
        accept={pictureAccept}
        onChange={(event) => {
          const [file] = filesOfInput(event.target.files)
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button size="mini" type="text" aria-label={label} onClick={() => field.current?.click()}>
        换一张
      </Button>
    </>
  )
}
