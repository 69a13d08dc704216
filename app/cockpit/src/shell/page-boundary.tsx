import { Button } from '@ui5/webcomponents-react/Button'
import { Component } from 'react'
import type { ReactNode } from 'react'

interface BoundaryProps {
  readonly title: string
  readonly text: string
  readonly reload: string
  readonly children: ReactNode
}

/** Keeps the frame usable when a page cannot be loaded or breaks. React knows such boundaries as classes only. */
export class PageBoundary extends Component<BoundaryProps, { readonly hasFailed: boolean }> {
  override readonly state = { hasFailed: false }

  static getDerivedStateFromError(): { readonly hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="empty-state" role="alert">
        <h2>{this.props.title}</h2>
        <p>{this.props.text}</p>
        <Button
          onClick={() => {
            location.reload()
          }}
        >
          {this.props.reload}
        </Button>
      </div>
    )
  }
}
