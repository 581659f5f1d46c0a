interface NoticeProps {
  readonly title: string
  readonly text: string
}

/** A message that is the whole content of a page. */
export function Notice({ title, text }: NoticeProps) {
  return (
    <div className="state-block">
      <h1 className="state-title">{title}</h1>
      <p className="state-text">{text}</p>
    </div>
  )
}
