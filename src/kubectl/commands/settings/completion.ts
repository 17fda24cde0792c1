import { quoteGo } from "../../../apimachinery/go-strings.ts";
import type { Invocation } from "../../invocation.ts";
import { KubectlError, usageError } from "../../kubectl-error.ts";

/**
 * Scripts that ask `kubectl __complete WORD... PARTIAL`. It answers a candidate a line, perhaps with a tab and what it
 * is, then `:N`: 1 for an error, 2 for no blank after the candidate, 4 for no file names, 8 for file names with one of
 * the candidates as their ending, 16 for folders (cobra.ShellCompDirective).
 */
const bash = `# Completion of kubectl for bash. Load it with: source <(kubectl completion bash)

__kubectl_complete() {
    local line="\${COMP_LINE:0:COMP_POINT}" partial flag="" lines directive candidate kept=""
    local -a words candidates
    read -ra words <<< "$line"
    if [[ "$line" =~ [[:space:]]$ ]]; then partial=""; else partial="\${words[-1]}"; unset 'words[-1]'; fi
    lines="$("\${words[0]}" __completeNoDesc "\${words[@]:1}" "$partial" 2>/dev/null)"
    directive="\${lines##*:}"
    [[ "$lines" == *:* && "$directive" =~ ^[0-9]+$ ]] || return
    lines="\${lines%:*}"
    # The candidates for --flag=value are values.
    if [[ "$partial" == -*=* ]]; then flag="\${partial%%=*}="; partial="\${partial#*=}"; fi
    COMPREPLY=()
    (( directive & 1 )) && return
    (( directive & 2 )) && compopt -o nospace
    if (( directive & 16 )); then compopt -o dirnames; return; fi
    if (( directive & 8 )); then
        compopt -o filenames
        while IFS= read -r candidate; do
            [[ -n "$candidate" ]] && mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -X "!*.$candidate" -- "$partial")
        done <<< "$lines"
        mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$partial")
        return
    fi
    (( directive & 4 )) && compopt +o default
    # Readline replaces only what stands behind the last of the characters that break words.
    if [[ "$COMP_WORDBREAKS" == *=* ]]; then
        flag=""
        if [[ "$partial" == *=* ]]; then kept="\${partial%"\${partial##*=}"}"; fi
    fi
    if [[ "$partial" == *:* && "$COMP_WORDBREAKS" == *:* ]]; then kept="\${partial%"\${partial##*:}"}"; fi
    while IFS= read -r candidate; do
        if [[ -n "$candidate" && "$candidate" == "$partial"* ]]; then COMPREPLY+=("$flag\${candidate#"$kept"}"); fi
    done <<< "$lines"
}

complete -o default -F __kubectl_complete kubectl
`;

const zsh = `#compdef kubectl
# Completion of kubectl for zsh. Load it with: source <(kubectl completion zsh)
compdef _kubectl kubectl

_kubectl() {
    local -a lines candidates
    local line directive
    lines=("\${(@f)$(\${words[1]} __complete "\${(@Q)words[2,CURRENT-1]}" "\${(Q)words[CURRENT]}" 2>/dev/null)}")
    directive=\${lines[-1]#:}
    [[ "$directive" == <-> ]] || return 1
    lines[-1]=()
    (( directive & 1 )) && return 1
    if (( directive & 16 )); then _files -/; return; fi
    if (( directive & 8 )); then _files -g "*.(\${(j:|:)lines})"; return; fi
    for line in $lines; do
        line="\${\${(M)words[CURRENT]:#-*=*}:+\${words[CURRENT]%%=*}=}$line"
        if [[ "$line" == *$'\\t'* ]]; then candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
        elif [[ -n "$line" ]]; then candidates+=("\${line//:/\\\\:}"); fi
    done
    if (( directive & 2 )); then _describe completions candidates -S ''; else _describe completions candidates; fi && return
    (( directive & 4 )) || _files
}

if [[ "$funcstack[1]" == _kubectl ]]; then _kubectl "$@"; fi
`;

const fish = `# Completion of kubectl for fish. Load it with: kubectl completion fish | source

function __kubectl_ask
    set -l words (commandline -opc)
    set -l partial (commandline -ct)
    set -g __kubectl_lines ($words[1] __complete $words[2..-1] "$partial" 2>/dev/null)
    set -g __kubectl_directive (string replace -r '^:' '' -- "$__kubectl_lines[-1]")
    string match -qr '^[0-9]+$' -- "$__kubectl_directive"; or return 1
    set -e __kubectl_lines[-1]
    test (math "bitand($__kubectl_directive, 1)") -eq 0
end

function __kubectl_candidates
    set -l flag (string match -r '^-[^=]*=' -- (commandline -ct))
    __kubectl_ask; and test (math "bitand($__kubectl_directive, 24)") -eq 0; and printf '%s\\n' "$flag"$__kubectl_lines
end

function __kubectl_wants_files
    __kubectl_ask; and test (math "bitand($__kubectl_directive, 4)") -eq 0
end

complete -c kubectl -e
complete -c kubectl -f -a '(__kubectl_candidates)'
complete -c kubectl -n __kubectl_wants_files -F
`;

const scripts: Readonly<Record<string, string | undefined>> = { bash, zsh, fish, powershell: undefined };

/** `kubectl completion`: the script of a shell, by which it completes lines of kubectl. */
export async function completion({ args, path, out }: Invocation): Promise<void> {
  const [shell = ""] = args;
  if (args.length === 0) throw usageError(path, "Shell not specified.");
  if (args.length > 1) throw usageError(path, "Too many arguments. Expected only the shell type.");
  if (!Object.hasOwn(scripts, shell)) throw usageError(path, `Unsupported shell type ${quoteGo(shell)}.`);
  const script = scripts[shell];
  if (script === undefined) throw new KubectlError(`completion for ${shell} is not available here`);
  out(script);
}
