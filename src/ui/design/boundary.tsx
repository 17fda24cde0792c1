import { Component, type ReactNode } from "react";

interface BoundaryProps {
  /** Renders the replacement after an error. `again` renders the children once more. */
  readonly fallback: (error: unknown, again: () => void) => ReactNode;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly broken: boolean;
  readonly error: unknown;
}

/** An error boundary that confines a rendering error to its children. */
export class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { broken: false, error: undefined };

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { broken: true, error };
  }

  override render(): ReactNode {
    const again = () => this.setState({ broken: false, error: undefined });
    return this.state.broken ? this.props.fallback(this.state.error, again) : this.props.children;
  }
}
