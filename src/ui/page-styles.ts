import "./design/tokens.css";
import "./design/base.css";
import "./design/controls.css";
import "./design/floating.css";
import "./design/panes.css";
import "./design/virtual-table.css";
import "./code/code.css";
import "./stream/stream.css";
