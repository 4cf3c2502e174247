# Completion for PowerShell. To use it: pith completions powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName pith -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $following = @{
{{words}}    }
    $commands = @(
{{commands}}    )
    $options = @(
{{options}}    )
    $typed = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
    $before = if ($wordToComplete) { $typed[-2] } else { $typed[-1] }
    if ($following.ContainsKey($before)) {
        $offered = $following[$before] | ForEach-Object { , @($_, $_) }
    } elseif ($wordToComplete -like '-*') {
        $offered = $options
    } elseif ($typed.Count -le 2) {
        $offered = $commands
    } else {
        return
    }
    $offered | Where-Object { $_[0] -like "$wordToComplete*" } | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
    }
}
